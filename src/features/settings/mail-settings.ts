import { Type } from '../../contract/type.ts'
import { declareSetting } from './declare-setting.ts'
import { Email, HostName, HttpUrl, Line, Port, Secret } from './value-schemas.ts'

const group = 'Mail and calendar'

const AbsolutePath = Type.String({ pattern: '^[~/][^\\u0000-\\u001f\\u007f]*$', maxLength: 4000 })

const Security = Type.Enum(['tls', 'starttls', 'none'])

/** Where a password goes, and whether it can be read on the way. */
const imap = ['EMAIL_IMAP_HOST', 'EMAIL_IMAP_PORT', 'EMAIL_IMAP_SECURITY']
const smtp = ['EMAIL_SMTP_HOST', 'EMAIL_SMTP_PORT', 'EMAIL_SMTP_SECURITY']
/** What is renewed goes to the mail servers, and the server decides where that is asked for when nothing else does. */
const renewal = ['EMAIL_OAUTH_TOKEN_URL', ...imap, ...smtp]

export const mailSettings = [
  declareSetting({
    name: 'EMAIL_IMAP_HOST',
    group,
    description: 'The server for reading mail.',
    schema: HostName,
    default: null,
    example: 'imap.example.org',
  }),
  declareSetting({
    name: 'EMAIL_IMAP_PORT',
    group,
    description: 'The port of the server for reading mail.',
    schema: Port,
    default: 993,
  }),
  declareSetting({
    name: 'EMAIL_IMAP_SECURITY',
    group,
    description:
      'How the connection for reading mail is encrypted. "none" is only for a server on this machine.',
    schema: Security,
    default: 'tls',
  }),
  declareSetting({
    name: 'EMAIL_IMAP_USER',
    group,
    description: 'The user name for reading mail.',
    schema: Line,
    default: null,
    example: 'ada@example.org',
  }),
  declareSetting({
    name: 'EMAIL_IMAP_PASSWORD',
    group,
    description: 'The password for reading mail, often an app password.',
    schema: Secret,
    default: null,
    secret: true,
    goesTo: [...imap, ...smtp],
    nowhereWithout: ['EMAIL_IMAP_HOST', 'EMAIL_SMTP_HOST'],
  }),
  declareSetting({
    name: 'EMAIL_SMTP_HOST',
    group,
    description: 'The server for sending mail.',
    schema: HostName,
    default: null,
    example: 'smtp.example.org',
  }),
  declareSetting({
    name: 'EMAIL_SMTP_PORT',
    group,
    description: 'The port of the server for sending mail.',
    schema: Port,
    default: 465,
  }),
  declareSetting({
    name: 'EMAIL_SMTP_SECURITY',
    group,
    description:
      'How the connection for sending mail is encrypted. "none" is only for a server on this machine.',
    schema: Security,
    default: 'tls',
  }),
  declareSetting({
    name: 'EMAIL_SMTP_USER',
    group,
    description: 'The user name for sending mail. Defaults to the one for reading.',
    schema: Line,
    default: null,
    example: 'ada@example.org',
  }),
  declareSetting({
    name: 'EMAIL_SMTP_PASSWORD',
    group,
    description: 'The password for sending mail. Defaults to the one for reading.',
    schema: Secret,
    default: null,
    secret: true,
    goesTo: smtp,
    nowhereWithout: ['EMAIL_SMTP_HOST'],
  }),
  declareSetting({
    name: 'EMAIL_OAUTH_TOKEN',
    group,
    description:
      "An OAuth access token (XOAUTH2), for providers that don't accept passwords. It expires within hours; not needed with EMAIL_OAUTH_REFRESH_TOKEN.",
    schema: Secret,
    default: null,
    secret: true,
    goesTo: [...imap, ...smtp],
    nowhereWithout: ['EMAIL_IMAP_HOST', 'EMAIL_SMTP_HOST'],
  }),
  declareSetting({
    name: 'EMAIL_OAUTH_REFRESH_TOKEN',
    group,
    description:
      'The OAuth refresh token for your mail account, used to renew access automatically. Replaces the password.',
    schema: Secret,
    default: null,
    secret: true,
    goesTo: renewal,
    nowhereWithout: ['EMAIL_OAUTH_TOKEN_URL', 'EMAIL_IMAP_HOST', 'EMAIL_SMTP_HOST'],
  }),
  declareSetting({
    name: 'EMAIL_OAUTH_CLIENT_ID',
    group,
    description: 'The client id of the program the refresh token was issued to.',
    schema: Line,
    default: null,
    example: '1234567890-abc.apps.googleusercontent.com',
  }),
  declareSetting({
    name: 'EMAIL_OAUTH_CLIENT_SECRET',
    group,
    description: 'The client secret of that program, if it has one.',
    schema: Secret,
    default: null,
    secret: true,
    goesTo: renewal,
    nowhereWithout: ['EMAIL_OAUTH_TOKEN_URL', 'EMAIL_IMAP_HOST', 'EMAIL_SMTP_HOST'],
  }),
  declareSetting({
    name: 'EMAIL_OAUTH_TOKEN_URL',
    group,
    description:
      "Where access is renewed. Defaults to Google's or Microsoft's address for their mail servers.",
    schema: HttpUrl,
    default: null,
    example: 'https://login.example.org/oauth2/token',
  }),
  declareSetting({
    name: 'EMAIL_FROM',
    group,
    description: 'The sender of your mail. Defaults to USER_EMAIL.',
    schema: Email,
    default: null,
    example: 'ada@example.org',
  }),
  declareSetting({
    name: 'EMAIL_CA_FILE',
    group,
    description: "A file with the certificate (PEM) that signed your own mail server's certificate.",
    schema: AbsolutePath,
    default: null,
    example: '~/certificates/mail-ca.pem',
  }),
  declareSetting({
    name: 'EMAIL_SENT_COPY',
    group,
    description: "Save sent mail to the sent folder, if the provider doesn't do it.",
    schema: Type.Boolean(),
    default: true,
  }),
  declareSetting({
    name: 'EMAIL_SENT_FOLDER',
    group,
    description: 'The folder for sent mail. Defaults to the one the server declares.',
    schema: Line,
    default: null,
    example: 'Sent',
  }),
  declareSetting({
    name: 'CALDAV_URL',
    group,
    description: 'The address of the calendar to sync with the local one.',
    schema: HttpUrl,
    default: null,
    example: 'https://calendar.example.org/ada/',
  }),
  declareSetting({
    name: 'CALDAV_USER',
    group,
    description: 'The user name of that calendar.',
    schema: Line,
    default: null,
    example: 'ada',
  }),
  declareSetting({
    name: 'CALDAV_PASSWORD',
    group,
    description: 'The password of that calendar.',
    schema: Secret,
    default: null,
    secret: true,
    goesTo: ['CALDAV_URL'],
    nowhereWithout: ['CALDAV_URL'],
  }),
] as const
