/** Our own names of parts got a word twice if they hold what others call the part: "brake brake caliper". */
export const partWordsOnce = ["axle", "brake", "motor", "side", "wiring"].map(
  (word) =>
    `update quote_lines set part = trim(replace(' ' || part || ' ', ' ${word} ${word} ', ' ${word} '))
      where part like '%${word} ${word}%'`,
);
