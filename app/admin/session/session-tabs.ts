const channelName = "quadkea-session";

/** Tells the other tabs of this browser who is signed in; null: somebody has signed out. */
export function tellTabs(userId: string | null): void {
  const channel = new BroadcastChannel(channelName);
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- only this origin hears a channel
  channel.postMessage(userId);
  channel.close();
}

/** Hears from other tabs that this user is not the one who is signed in; the result stops that. */
export function onOtherUser(userId: string, hear: (signedIn: string | null) => void): () => void {
  const channel = new BroadcastChannel(channelName);
  channel.addEventListener("message", ({ data }: MessageEvent<unknown>) => {
    if (data !== userId) hear(typeof data === "string" ? data : null);
  });
  return () => channel.close();
}
