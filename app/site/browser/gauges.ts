/** Sweeps the needles of the home page to zero and back once they are in view, as gauges do at ignition. */
export function sweepGauges(): void {
  if (matchMedia("(prefers-reduced-motion: reduce)").matches) return;
  const observer = new IntersectionObserver(
    (entries) => {
      for (const { isIntersecting, target } of entries) {
        if (!isIntersecting) continue;
        observer.unobserve(target);
        sweep(target);
      }
    },
    { threshold: 1 },
  );
  for (const needle of document.querySelectorAll(".dial-needle")) observer.observe(needle);
}

function sweep(needle: Element): void {
  const rest = "rotate(0deg)";
  const zero = `rotate(${-Number(needle.getAttribute("data-degrees"))}deg)`;
  needle.animate(
    [
      { transform: rest, easing: "ease-in" },
      { transform: zero, offset: 0.25, easing: "cubic-bezier(.3, 1.25, .5, 1)" },
      { transform: rest },
    ],
    { duration: 1600 },
  );
}
