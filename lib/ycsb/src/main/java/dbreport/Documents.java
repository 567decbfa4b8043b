package dbreport;

import static com.mongodb.client.model.Filters.eq;

import com.mongodb.ConnectionString;
import com.mongodb.MongoClientSettings;
import com.mongodb.MongoSocketException;
import com.mongodb.MongoTimeoutException;
import com.mongodb.WriteConcern;
import com.mongodb.client.MongoClient;
import com.mongodb.client.MongoClients;
import com.mongodb.client.MongoCollection;
import com.mongodb.client.model.Updates;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.bson.Document;

/** Records as documents, by MongoDB's protocol: MongoDB, FerretDB. Keys that are not given are made by the driver. */
public final class Documents extends Binding {
  private static final String KEY = "_id";
  private static MongoClient client;
  private static int users;

  private MongoCollection<Document> collection;

  @Override
  void open() {
    WriteConcern concern = WriteConcern.W1.withJournal(Boolean.parseBoolean(option("journal", "true")));
    synchronized (Documents.class) {
      if (users++ == 0) {
        MongoClientSettings settings =
            MongoClientSettings.builder()
                .applyConnectionString(new ConnectionString(option("url", "")))
                .retryWrites(false)
                .build();
        client = MongoClients.create(settings);
      }
    }
    collection =
        client.getDatabase(option("database", "")).getCollection("usertable").withWriteConcern(concern);
  }

  @Override
  Map<String, String> get(String key) {
    Map<String, String> fields = new LinkedHashMap<>();
    Document found = collection.find(eq(KEY, key)).first();
    if (found != null) {
      found.remove(KEY);
      found.forEach((name, value) -> fields.put(name, (String) value));
    }
    return fields;
  }

  @Override
  boolean set(String key, String field, String value) {
    return collection.updateOne(eq(KEY, key), Updates.set(field, value)).getMatchedCount() == 1;
  }

  @Override
  void put(List<Entry> entries) {
    if (batch == 1) {
      collection.insertOne(document(entries.get(0)));
    } else {
      collection.insertMany(entries.stream().map(this::document).toList());
    }
  }

  private Document document(Entry entry) {
    Document made = new Document();
    if (keyed) {
      made.append(KEY, entry.key());
    }
    made.putAll(entry.fields());
    return made;
  }

  @Override
  void close() {
    synchronized (Documents.class) {
      if (--users == 0) {
        client.close();
      }
    }
  }

  @Override
  boolean lost(Exception error) {
    return error instanceof MongoSocketException || error instanceof MongoTimeoutException;
  }
}
