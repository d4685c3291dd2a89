/** The live socket: says hello, hears what happens, and comes back by itself when the server does. */
import type { ClientMessage, Hello, ServerMessage } from "./types";

const FIRST_PAUSE_MS = 250;
const LONGEST_PAUSE_MS = 2000;
const PING_EVERY_MS = 10_000;
const SILENCE_MS = 25_000;

export interface LiveEvents {
  /** What this window has seen, told anew at every connection. */
  hello(): Hello;
  onMessage(message: ServerMessage): void;
  onConnection(connected: boolean): void;
}

/** Connects and stays connected; call the answer to end it. */
export function connectLive(events: LiveEvents, address = liveAddress()): () => void {
  let socket: WebSocket | null = null;
  let pause = FIRST_PAUSE_MS;
  let ended = false;
  let lastHeard = 0;
  let retry: ReturnType<typeof setTimeout> | undefined;

  const send = (message: ClientMessage): void => socket?.send(JSON.stringify(message));

  const connect = (): void => {
    if (ended) return;
    const mine = (socket = new WebSocket(address));
    mine.onopen = () => {
      lastHeard = Date.now();
      send(events.hello());
    };
    mine.onmessage = (event: MessageEvent<string>) => {
      lastHeard = Date.now();
      const message = JSON.parse(event.data) as ServerMessage;
      if (message.type === "welcome") {
        pause = FIRST_PAUSE_MS;
        events.onConnection(true);
      }
      events.onMessage(message);
    };
    mine.onclose = () => {
      if (socket !== mine) return;
      socket = null;
      if (ended) return;
      events.onConnection(false);
      retry = setTimeout(connect, pause);
      pause = Math.min(pause * 2, LONGEST_PAUSE_MS);
    };
  };

  const heartbeat = setInterval(() => {
    if (socket?.readyState !== WebSocket.OPEN) return;
    if (Date.now() - lastHeard > SILENCE_MS) socket.close();
    else send({ type: "ping", at: Date.now() });
  }, PING_EVERY_MS);

  connect();
  return () => {
    ended = true;
    clearTimeout(retry);
    clearInterval(heartbeat);
    socket?.close();
  };
}

function liveAddress(): string {
  const { protocol, host } = window.location;
  return `${protocol === "https:" ? "wss" : "ws"}://${host}/api/live`;
}

/** A panel's own socket, for what goes on many times a second; `path` is below /api/panels/{panel}/. */
export function panelSocket(panel: string, path: string): WebSocket {
  const socket = new WebSocket(`${liveAddress().replace(/live$/, "panels")}/${panel}/${path}`);
  socket.binaryType = "arraybuffer";
  return socket;
}
