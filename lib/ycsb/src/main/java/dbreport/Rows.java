package dbreport;

import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.ResultSetMetaData;
import java.sql.SQLException;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;

/** Records as rows of a table, a column a field: MySQL and MariaDB. */
public final class Rows extends Jdbc {
  @Override
  Map<String, String> get(String key) throws SQLException {
    PreparedStatement statement = statement("SELECT * FROM " + TABLE + " WHERE id = ?");
    statement.setString(1, key);
    Map<String, String> fields = new LinkedHashMap<>();
    try (ResultSet found = statement.executeQuery()) {
      ResultSetMetaData about = found.getMetaData();
      if (found.next()) {
        for (int n = 2; n <= about.getColumnCount(); n++) {
          fields.put(about.getColumnName(n), found.getString(n));
        }
      }
    }
    return fields;
  }

  @Override
  boolean set(String key, String field, String value) throws SQLException {
    PreparedStatement statement = statement("UPDATE " + TABLE + " SET " + field + " = ? WHERE id = ?");
    statement.setString(1, value);
    statement.setString(2, key);
    return statement.executeUpdate() == 1;
  }

  @Override
  PreparedStatement inserting(Entry entry) throws SQLException {
    String columns = (keyed ? "id, " : "") + String.join(", ", entry.fields().keySet());
    int count = entry.fields().size() + (keyed ? 1 : 0);
    String marks = String.join(", ", Collections.nCopies(count, "?"));
    PreparedStatement statement = statement("INSERT INTO " + TABLE + " (" + columns + ") VALUES (" + marks + ")");
    int place = 0;
    if (keyed) {
      statement.setString(++place, entry.key());
    }
    for (String value : entry.fields().values()) {
      statement.setString(++place, value);
    }
    return statement;
  }
}
