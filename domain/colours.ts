/** Of tokens.css, for what cannot read style sheets: mails, pages without the build, icons and pictures. */
export const colours = {
  surface: "#f7f7f3",
  surfaceRaised: "#ffffff",
  ink: "#1b2015",
  inkMuted: "#4a5043",
  line: "#d1d2c8",
  brand: "#425520",
  brandInk: "#f9f9f2",
  action: "#fc8512",
  actionInk: "#201308",
  danger: "#ae1419",
  deep: "#1f2517",
  deepInk: "#f4f4eb",
  deepLine: "#4b533f",
  deepAccent: "#b1ca70",
} as const;

export const darkColours = {
  surface: "#141710",
  ink: "#f0f1e9",
  inkMuted: "#c3c6b9",
  brand: "#b2c977",
  danger: "#ff958d",
} as const;
