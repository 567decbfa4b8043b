package dbreport;

import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.Vector;
import java.util.concurrent.atomic.AtomicBoolean;
import site.ycsb.ByteIterator;
import site.ycsb.DB;
import site.ycsb.Status;

/** What the bindings share: their options, values as text, inserts several at a time where a table is filled. */
abstract class Binding extends DB {
  /** Whether records bring their own key, or the system or its driver makes one. */
  boolean keyed;

  /** The one field every update is of, which has an index; null where YCSB chooses. */
  String updated;

  /** Records of one insert. */
  int batch;

  abstract void open() throws Exception;

  abstract Map<String, String> get(String key) throws Exception;

  abstract boolean set(String key, String field, String value) throws Exception;

  /** Keeps records, all of one batch; those of a system's own keys come under none. */
  abstract void put(List<Entry> entries) throws Exception;

  abstract void close() throws Exception;

  record Entry(String key, Map<String, String> fields) {}

  private static final AtomicBoolean SAID = new AtomicBoolean();

  private final Vector<Entry> waiting = new Vector<>();

  @Override
  public final void init() {
    keyed = Boolean.parseBoolean(option("keyed", "true"));
    updated = getProperties().getProperty("dbreport.updated");
    batch = Integer.parseInt(option("batch", "1"));
    try {
      open();
    } catch (Exception error) {
      // YCSB goes on without the thread, and ends well: a load of nothing
      fail(error);
    }
  }

  final String option(String name, String otherwise) {
    return getProperties().getProperty("dbreport." + name, otherwise);
  }

  @Override
  public final Status read(String table, String key, Set<String> fields, Map<String, ByteIterator> result) {
    return done(() -> {
      Map<String, String> found = get(key);
      found.forEach((name, value) -> result.put(name, new site.ycsb.StringByteIterator(value)));
      return found.isEmpty() ? Status.NOT_FOUND : Status.OK;
    });
  }

  @Override
  public final Status update(String table, String key, Map<String, ByteIterator> values) {
    return done(() -> {
      for (Map.Entry<String, ByteIterator> entry : values.entrySet()) {
        if (!set(key, updated == null ? entry.getKey() : updated, entry.getValue().toString())) {
          return Status.NOT_FOUND;
        }
      }
      return Status.OK;
    });
  }

  @Override
  public final Status insert(String table, String key, Map<String, ByteIterator> values) {
    Map<String, String> fields = new LinkedHashMap<>();
    new TreeMap<>(values).forEach((name, value) -> fields.put(name, value.toString()));
    waiting.add(new Entry(key, fields));
    return waiting.size() < batch ? Status.BATCHED_OK : done(() -> {
      put(waiting);
      waiting.clear();
      return Status.OK;
    });
  }

  @Override
  public final Status scan(
      String table, String first, int count, Set<String> fields, Vector<HashMap<String, ByteIterator>> result) {
    return Status.NOT_IMPLEMENTED;
  }

  @Override
  public final Status delete(String table, String key) {
    return Status.NOT_IMPLEMENTED;
  }

  @Override
  public final void cleanup() {
    try {
      if (!waiting.isEmpty()) {
        put(waiting);
      }
      close();
    } catch (Exception error) {
      fail(error);
    }
  }

  private interface Work {
    Status run() throws Exception;
  }

  /** Counts an operation that was refused as failed, and says why the first time; ends where the server is gone. */
  private Status done(Work work) {
    try {
      return work.run();
    } catch (Exception error) {
      if (lost(error) || batch > 1) {
        fail(error);
      }
      waiting.clear();
      if (SAID.compareAndSet(false, true)) {
        System.err.println("refused: " + error.getMessage());
      }
      return Status.ERROR;
    }
  }

  /** Tells whether an error means that the connection is gone. */
  boolean lost(Exception error) {
    return true;
  }

  static void fail(Exception error) {
    Throwable cause = error;
    while (cause.getCause() != null) {
      cause = cause.getCause();
    }
    System.err.println("FATAL: " + error.getMessage() + (cause == error ? "" : " (" + cause.getMessage() + ")"));
    Runtime.getRuntime().halt(1);
  }
}
