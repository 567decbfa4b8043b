package dbreport;

import java.util.List;
import java.util.Map;

/** A system that does nothing: what the generator itself can do. */
public final class Nothing extends Binding {
  private static final Map<String, String> RECORD = Map.of("field0", "");

  @Override
  void open() {}

  @Override
  Map<String, String> get(String key) {
    return RECORD;
  }

  @Override
  boolean set(String key, String field, String value) {
    return true;
  }

  @Override
  void put(List<Entry> entries) {}

  @Override
  void close() {}
}
