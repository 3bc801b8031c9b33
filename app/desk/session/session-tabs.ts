const channelName = "quadkea-session";

/** Tells the other tabs of this browser who is signed in, or null after a sign-out. */
export function tellTabs(userId: string | null): void {
  const channel = new BroadcastChannel(channelName);
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- only this origin hears a channel
  channel.postMessage(userId);
  channel.close();
}

/** Calls back when another tab says that somebody else is signed in, or nobody. Returns a function that stops this. */
export function onOtherUser(userId: string, hear: (signedIn: string | null) => void): () => void {
  const channel = new BroadcastChannel(channelName);
  channel.addEventListener("message", ({ data }: MessageEvent<unknown>) => {
    if (data !== userId) hear(typeof data === "string" ? data : null);
  });
  return () => channel.close();
}
