import { Type } from '../../contract/type.ts'

/** One line of text for people: names, places, model identifiers. */
export const Line = Type.String({ minLength: 1, maxLength: 500, pattern: '^[^\\u0000-\\u001f\\u007f]+$' })

/** A key or password: one line, because a line break would end the header or command that carries it. */
export const Secret = Type.String({ minLength: 1, maxLength: 8192, pattern: '^[^\\u0000-\\u001f\\u007f]+$' })

/** A key or token that a header carries: nothing else gets through one. */
export const Key = Type.String({ minLength: 1, maxLength: 8192, pattern: '^[!-~]+$' })

export const Email = Type.String({ format: 'email', maxLength: 254 })

/** An address without user and password in it: those have settings of their own, which are kept secret. */
export const HttpUrl = Type.String({ pattern: '^https?://[^\\s/@?#]+(?:/[^\\s?#]*)?$', maxLength: 2048 })

/** The same where nobody on the way may read or change it, and that names a page. */
export const HttpsUrl = Type.String({ pattern: '^https://[^\\s/@?#]+/[^\\s?#]+$', maxLength: 2048 })

/** Where a database is and who may use it: a password is part of it, so whoever takes it keeps it secret. */
export const PostgresUrl = Type.String({ pattern: '^postgres(?:ql)?://[^\\s]+$', maxLength: 2048 })

/** A server's name or number, without scheme and port. */
export const HostName = Type.String({
  pattern: '^(?:[A-Za-z0-9](?:[A-Za-z0-9.-]*[A-Za-z0-9])?|[0-9A-Fa-f:]*:[0-9A-Fa-f:.]+)$',
  maxLength: 253,
})

/** What a `Host` header says: a name or number, and a port when it is not the usual one. */
export const HostHeader = Type.String({
  pattern: '^(?:[a-z0-9](?:[a-z0-9.-]*[a-z0-9])?|\\[[0-9a-f:.]+\\])(?::[0-9]{1,5})?$',
  maxLength: 259,
})

export const HostAndPort = Type.String({
  pattern: '^(?:[A-Za-z0-9](?:[A-Za-z0-9.-]*[A-Za-z0-9])?|\\[[0-9A-Fa-f:.]+\\]):[0-9]{1,5}$',
  maxLength: 259,
})

/** Exactly what a browser sends as `Origin`; never a pattern, `*` or `null`. */
export const Origin = Type.String({
  pattern: '^https?://(?:[a-z0-9](?:[a-z0-9.-]*[a-z0-9])?|\\[[0-9a-f:.]+\\])(?::[0-9]{1,5})?$',
  maxLength: 270,
})

/** A folder of the person's own: neither the home folder as a whole, nor a hidden one, nor one of the system. */
export const FolderPath = Type.String({
  pattern:
    '^(?:~|(?!/(?:bin|boot|dev|etc|lib|lib32|lib64|proc|run|sbin|sys|usr|System|Library)(?:/|$))(?:/[^/.\\u0000-\\u001f][^/\\u0000-\\u001f]*))(?:/[^/.\\u0000-\\u001f][^/\\u0000-\\u001f]*)+/?$',
  maxLength: 4000,
})

/** Where other programs keep something that is only read here: hidden folders too. */
export const AnyFolderPath = Type.String({
  pattern:
    '^(?:~|(?:/(?!\\.\\.?(?:/|$))[^/\\u0000-\\u001f]+))(?:/(?!\\.\\.?(?:/|$))[^/\\u0000-\\u001f]+)+/?$',
  maxLength: 4000,
})

export const Port = Type.Integer({ minimum: 1, maximum: 65_535 })

export const Percent = Type.Integer({ minimum: 1, maximum: 100 })

/** An agent's name, as workflow steps write it. */
export const AgentName = Type.String({ pattern: '^[a-z][a-z0-9_-]{0,63}$' })

/** Hours and minutes, on the clock of this machine. */
export const TimeOfDay = Type.String({ pattern: '^(?:[01][0-9]|2[0-3]):[0-5][0-9]$' })
