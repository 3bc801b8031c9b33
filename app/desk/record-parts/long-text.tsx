import { useLayoutEffect, useRef, useState } from "react";

interface LongTextProps {
  readonly label: string;
  readonly text: string;
}

/** A visitor's longer words: the first lines at a glance, the rest on demand. */
export function LongText({ label, text }: LongTextProps) {
  const [isOpen, setIsOpen] = useState(false);
  const [isCut, setIsCut] = useState(false);
  const words = useRef<HTMLElement>(null);

  useLayoutEffect(() => {
    const element = words.current;
    if (element === null || isOpen) return;
    const observer = new ResizeObserver(() => setIsCut(element.scrollHeight > element.clientHeight + 1));
    observer.observe(element);
    return () => observer.disconnect();
  }, [isOpen, text]);

  return (
    <div className="min-w-0 text-sm not-first:mt-1">
      <dt className="text-ink-muted">{label}</dt>
      <dd>
        <bdi ref={words} className={`wrap-anywhere ${isOpen ? "block whitespace-pre-line" : "line-clamp-3"}`}>
          {text}
        </bdi>
        {isCut && (
          <button
            type="button"
            className="text-link relative z-1 min-h-11 font-semibold lg:min-h-6"
            aria-expanded={isOpen}
            aria-label={`${isOpen ? "Show less" : "Show all"}: ${label}`}
            onClick={() => setIsOpen(!isOpen)}
          >
            {isOpen ? "Show less" : "Show all"}
          </button>
        )}
      </dd>
    </div>
  );
}
