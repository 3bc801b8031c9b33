import { type RefObject, useEffect, useRef } from "react";

/** Sweeps a needle once when it is first seen, as a cluster does at ignition: down to zero and up again. */
export function useSweep<Needle extends Element>(degreesFromZero: number): RefObject<Needle | null> {
  const needle = useRef<Needle>(null);
  useEffect(() => {
    const element = needle.current;
    if (element === null || matchMedia("(prefers-reduced-motion: reduce)").matches) return;
    const observer = new IntersectionObserver(
      ([entry]) => {
        if (entry?.isIntersecting !== true) return;
        observer.disconnect();
        const [rest, zero] = ["rotate(0deg)", `rotate(${-degreesFromZero}deg)`];
        element.animate(
          [
            { transform: rest, easing: "ease-in" },
            { transform: zero, offset: 0.25, easing: "cubic-bezier(.3, 1.25, .5, 1)" },
            { transform: rest },
          ],
          { duration: 1600 },
        );
      },
      { threshold: 1 },
    );
    observer.observe(element);
    return () => observer.disconnect();
  }, [degreesFromZero]);
  return needle;
}
