package dbreport;

import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.sql.SQLNonTransientConnectionException;
import java.sql.SQLRecoverableException;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Properties;

/** A system with SQL, by its own JDBC driver: a connection a thread, statements prepared once, each its own commit. */
abstract class Jdbc extends Binding {
  static final String TABLE = "usertable";

  private final Map<String, PreparedStatement> prepared = new HashMap<>();
  private Connection connection;

  @Override
  final void open() throws SQLException {
    Properties login = new Properties();
    getProperties().stringPropertyNames().stream()
        .filter(name -> name.startsWith("jdbc."))
        .forEach(name -> login.setProperty(name.substring("jdbc.".length()), getProperties().getProperty(name)));
    connection = DriverManager.getConnection(option("url", ""), login);
    connection.setAutoCommit(batch == 1);
  }

  final PreparedStatement statement(String sql) throws SQLException {
    PreparedStatement statement = prepared.get(sql);
    if (statement == null) {
      statement = connection.prepareStatement(sql);
      prepared.put(sql, statement);
    }
    return statement;
  }

  /** Returns the statement that inserts one record. */
  abstract PreparedStatement inserting(Entry entry) throws Exception;

  @Override
  final void put(List<Entry> entries) throws Exception {
    if (batch == 1) {
      inserting(entries.get(0)).executeUpdate();
      return;
    }
    PreparedStatement statement = null;
    for (Entry entry : entries) {
      statement = inserting(entry);
      statement.addBatch();
    }
    statement.executeBatch();
    connection.commit();
  }

  @Override
  final void close() throws SQLException {
    connection.close();
  }

  @Override
  final boolean lost(Exception error) {
    return error instanceof SQLNonTransientConnectionException
        || error instanceof SQLRecoverableException
        || error instanceof SQLException failure && String.valueOf(failure.getSQLState()).startsWith("08");
  }
}
