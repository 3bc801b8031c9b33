// `npm run trial`: `npm start` on a port of its own, beside the shop and with its settings, to look and change nothing.
process.env.TRIAL = "on";
process.env.PORT ??= "3999";
await import("./start.mjs");
