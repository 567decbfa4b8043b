package dbreport;

import com.mysql.cj.conf.PropertySet;
import com.mysql.cj.protocol.ServerSession;
import com.mysql.cj.protocol.SocketConnection;
import java.io.Closeable;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.Socket;
import java.net.SocketAddress;
import java.net.UnixDomainSocketAddress;
import java.nio.channels.Channels;
import java.nio.channels.SocketChannel;
import javax.net.SocketFactory;

/**
 * A server's own socket, for drivers that only know addresses: servers of ours listen on nothing else.
 *
 * <p>The socket's path is the system property dbreport.socket.
 */
public final class Local extends SocketFactory {
  @Override
  public Socket createSocket() {
    return new Line();
  }

  @Override
  public Socket createSocket(String host, int port) throws IOException {
    return connected();
  }

  @Override
  public Socket createSocket(String host, int port, InetAddress from, int fromPort) throws IOException {
    return connected();
  }

  @Override
  public Socket createSocket(InetAddress host, int port) throws IOException {
    return connected();
  }

  @Override
  public Socket createSocket(InetAddress host, int port, InetAddress from, int fromPort) throws IOException {
    return connected();
  }

  private static Line connected() throws IOException {
    Line line = new Line();
    line.connect(null, 0);
    return line;
  }

  /** The same for MySQL's driver, which has an interface of its own. */
  public static final class ForMySql implements com.mysql.cj.protocol.SocketFactory {
    private Line line;

    @Override
    public <T extends Closeable> T connect(String host, int port, PropertySet properties, int timeout)
        throws IOException {
      line = connected();
      return same();
    }

    @Override
    public <T extends Closeable> T performTlsHandshake(SocketConnection connection, ServerSession session) {
      return same();
    }

    @SuppressWarnings("unchecked")
    private <T extends Closeable> T same() {
      return (T) line;
    }
  }

  /** A socket that is a file. What is set of a network's has no meaning and is passed over. */
  private static final class Line extends Socket {
    private SocketChannel channel;

    @Override
    public void connect(SocketAddress ignored, int timeout) throws IOException {
      channel = SocketChannel.open(UnixDomainSocketAddress.of(System.getProperty("dbreport.socket")));
    }

    @Override
    public void connect(SocketAddress ignored) throws IOException {
      connect(ignored, 0);
    }

    @Override
    public InputStream getInputStream() {
      return Channels.newInputStream(channel);
    }

    @Override
    public OutputStream getOutputStream() {
      return Channels.newOutputStream(channel);
    }

    @Override
    public boolean isConnected() {
      return channel != null;
    }

    @Override
    public boolean isClosed() {
      return channel != null && !channel.isOpen();
    }

    @Override
    public synchronized void close() throws IOException {
      if (channel != null) {
        channel.close();
      }
    }

    @Override
    public void setTcpNoDelay(boolean on) {}

    @Override
    public void setKeepAlive(boolean on) {}

    @Override
    public void setSoLinger(boolean on, int seconds) {}

    @Override
    public synchronized void setSoTimeout(int ms) {}

    @Override
    public synchronized int getSoTimeout() {
      return 0;
    }

    @Override
    public synchronized void setReceiveBufferSize(int size) {}

    @Override
    public synchronized void setSendBufferSize(int size) {}

    @Override
    public synchronized int getSendBufferSize() {
      return 1 << 16;
    }

    @Override
    public synchronized int getReceiveBufferSize() {
      return 1 << 16;
    }
  }
}
