/** Why there is no value. Whoever evaluates adds the place. */
export class BadValue extends Error {}
