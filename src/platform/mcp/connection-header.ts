/** With which a bridge tells its requests from those of others, for as long as its client is connected. */
export const CONNECTION_HEADER = 'x-deskhand-connection'
