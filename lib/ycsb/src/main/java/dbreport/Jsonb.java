package dbreport;

import java.io.IOException;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.Map;
import org.codehaus.jackson.map.ObjectMapper;
import org.codehaus.jackson.type.TypeReference;

/** Records as documents of jsonb beside their key: PostgreSQL. */
public final class Jsonb extends Jdbc {
  private static final ObjectMapper JSON = new ObjectMapper();
  private static final TypeReference<Map<String, String>> FIELDS = new TypeReference<>() {};

  @Override
  Map<String, String> get(String key) throws SQLException, IOException {
    PreparedStatement statement = statement("SELECT doc FROM " + TABLE + " WHERE id = ?");
    statement.setString(1, key);
    try (ResultSet found = statement.executeQuery()) {
      return found.next() ? JSON.readValue(found.getString(1), FIELDS) : Map.of();
    }
  }

  @Override
  boolean set(String key, String field, String value) throws SQLException, IOException {
    PreparedStatement statement = statement("UPDATE " + TABLE + " SET doc = doc || ?::jsonb WHERE id = ?");
    statement.setString(1, JSON.writeValueAsString(Map.of(field, value)));
    statement.setString(2, key);
    return statement.executeUpdate() == 1;
  }

  @Override
  PreparedStatement inserting(Entry entry) throws SQLException, IOException {
    String into = "INSERT INTO " + TABLE + (keyed ? " (doc, id) VALUES (?::jsonb, ?)" : " (doc) VALUES (?::jsonb)");
    PreparedStatement statement = statement(into);
    statement.setString(1, JSON.writeValueAsString(entry.fields()));
    if (keyed) {
      statement.setString(2, entry.key());
    }
    return statement;
  }
}
