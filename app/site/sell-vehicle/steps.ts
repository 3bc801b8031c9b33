/** The steps from an old machine to money. */
export const tellUs = {
  title: "Tell us about it",
  text: "What it is, what state it is in, where it stands.",
};

export const sendPhotos = {
  title: "Send photos",
  text: "We e-mail you and ask for a few. All four sides, and whatever is broken.",
};

export const getOffer = {
  title: "Get a cash offer",
  text: "By e-mail, within 24 hours. Take it or leave it.",
};

export const handOver = {
  title: "Hand it over",
  text: "Say yes and we agree on pick-up and payment. Have your ID ready: the law has us record it.",
};
