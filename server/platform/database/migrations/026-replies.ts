const formsByTitle = { Quote: "quote", Sell: "sell-vehicle", Contact: "contact" };

/** Replies that staff send from the desk. A saved reply is for one form; without one, for all. */
export const replies = [
  "insert into record_event_types (type) values ('reply'), ('reply_undone'), ('mail')",
  "alter table saved_replies add column form text",
  ...Object.entries(formsByTitle).map(
    ([title, form]) => `update saved_replies set form = '${form}' where title like '${title}:%'`,
  ),
];
