import { useEffect, useState, useSyncExternalStore } from "react";
import { useNavigate } from "react-router";

import { onSignIn } from "#app/desk/api/session.ts";
import { isAtTopOfList } from "#app/desk/list/list-position.ts";
import { alertTo } from "#app/desk/preferences/alerts.ts";
import type { Desk } from "#app/desk/state/desk.ts";
import { NewsFollower } from "#app/desk/state/news-follower.ts";
import { recordLink } from "#app/desk/ui/desk-link.ts";
import type { LiveNews } from "#domain/live.ts";

import { type FeedState, LiveFeed } from "./live-feed.ts";

export interface Live extends FeedState {
  /** The latest news. */
  readonly news: LiveNews | null;
}

/** Follows what happens while the panel is open; `reference` is the record that stands open. */
export function useLive(desk: Desk, reference: string | null): Live {
  const [feed] = useState(() => new LiveFeed());
  const [news, setNews] = useState<LiveNews | null>(null);
  const navigate = useNavigate();

  useEffect(() => {
    const follower = new NewsFollower((unread) => desk.follow(unread));
    feed.whenNews((heard) => {
      desk.hear(heard, isAtTopOfList());
      follower.hear(heard);
      alertTo(heard, (one) => void navigate(recordLink(one)));
      setNews(heard);
    });
    return () => follower.stop();
  }, [desk, feed, navigate]);

  useEffect(() => feed.lookAt(reference), [feed, reference]);
  useEffect(() => keepAwake(feed), [feed]);

  const state = useSyncExternalStore(feed.subscribe, feed.state, feed.state);
  const { presence } = state;
  useEffect(() => void desk.meet(presence?.people ?? []), [desk, presence]);
  const isSignedOut = state.connection === "signed-out";
  useEffect(() => {
    if (isSignedOut) desk.session.leaveUnlessWriting();
  }, [desk, isSignedOut]);
  return { ...state, news };
}

/** Starts the feed, and has it look again whenever that may help; the answer stops it. */
function keepAwake(feed: LiveFeed): () => void {
  const wake = () => {
    if (document.visibilityState === "visible") feed.wake();
  };
  feed.start();
  const takeBack = onSignIn(wake);
  document.addEventListener("visibilitychange", wake);
  window.addEventListener("online", wake);
  return () => {
    feed.stop();
    takeBack();
    document.removeEventListener("visibilitychange", wake);
    window.removeEventListener("online", wake);
  };
}
