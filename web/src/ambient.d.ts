/** The contracts mention Node's type for raw bodies, which no page ever sends. */
interface Buffer extends Uint8Array {}

declare module '*.css'
