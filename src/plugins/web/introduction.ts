/** How the service names itself to whoever it asks. */
export const introduction = { 'user-agent': 'Deskhand (a local agent, run by one person)' }
