import { useEffect, useState } from "react";

const minuteMs = 60_000;

/** The current time, renewed as each minute begins and when the visitor comes back to the tab. */
export function useNow(): Date {
  const [now, setNow] = useState(() => new Date());
  useEffect(() => {
    const untilNextMinute = () => setTimeout(renew, minuteMs - (Date.now() % minuteMs));
    const renew = () => {
      clearTimeout(timer);
      timer = untilNextMinute();
      setNow(new Date());
    };
    let timer = untilNextMinute();
    const renewIfSeen = () => {
      if (document.visibilityState === "visible") renew();
    };
    document.addEventListener("visibilitychange", renewIfSeen);
    return () => {
      clearTimeout(timer);
      document.removeEventListener("visibilitychange", renewIfSeen);
    };
  }, []);
  return now;
}
