/** What a model is told of us, whichever way it reaches us. */
export const instructions =
  'Tools of the user’s own machine. Each result says in `success` and `message` what came of the call. ' +
  'Calls that send something out, delete or run programs wait for the user’s approval.'
