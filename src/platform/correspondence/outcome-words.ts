/** What is told of a question that nobody answered in time, in every chat. */
export const EXPIRED = 'Expired. Nothing was done.'
