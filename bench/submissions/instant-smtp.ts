import { createServer, type Socket } from "node:net";

/** A mail server that accepts everything at once and keeps nothing. */
const server = createServer({ noDelay: true }, (socket) => {
  socket.setEncoding("latin1").on("error", () => socket.destroy());
  socket.write("220 instant\r\n");
  converse(socket);
});

function converse(socket: Socket): void {
  let received = "";
  let inMessage = false;
  socket.on("data", (text: string) => {
    received += text;
    for (;;) {
      const end = inMessage ? "\r\n.\r\n" : "\r\n";
      const at = received.indexOf(end);
      if (at === -1) return;
      const line = received.slice(0, at);
      received = received.slice(at + end.length);
      const command = inMessage ? "." : line.slice(0, 4).toUpperCase();
      inMessage = command === "DATA";
      socket.write(replies[command] ?? "250 ok\r\n");
      if (command === "QUIT") socket.end();
    }
  });
}

const replies: Readonly<Record<string, string>> = {
  EHLO: "250-instant\r\n250 SIZE 1000000\r\n",
  DATA: "354 go on\r\n",
  QUIT: "221 bye\r\n",
};

server.listen(0, "127.0.0.1", () => {
  const address = server.address();
  if (typeof address === "object" && address !== null) console.log(`ready on ${address.port}`);
});
