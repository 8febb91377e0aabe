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
    description: 'The server that mail is read from.',
    schema: HostName,
    default: null,
    example: 'imap.example.org',
  }),
  declareSetting({
    name: 'EMAIL_IMAP_PORT',
    group,
    description: 'The port of the server that mail is read from.',
    schema: Port,
    default: 993,
  }),
  declareSetting({
    name: 'EMAIL_IMAP_SECURITY',
    group,
    description: 'How reading mail is encrypted. "none" is only for a server on this machine.',
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
    description: 'The password for reading mail; often an app password.',
    schema: Secret,
    default: null,
    secret: true,
    goesTo: [...imap, ...smtp],
    nowhereWithout: ['EMAIL_IMAP_HOST', 'EMAIL_SMTP_HOST'],
  }),
  declareSetting({
    name: 'EMAIL_SMTP_HOST',
    group,
    description: 'The server that mail is sent through.',
    schema: HostName,
    default: null,
    example: 'smtp.example.org',
  }),
  declareSetting({
    name: 'EMAIL_SMTP_PORT',
    group,
    description: 'The port of the server that mail is sent through.',
    schema: Port,
    default: 465,
  }),
  declareSetting({
    name: 'EMAIL_SMTP_SECURITY',
    group,
    description: 'How sending mail is encrypted. "none" is only for a server on this machine.',
    schema: Security,
    default: 'tls',
  }),
  declareSetting({
    name: 'EMAIL_SMTP_USER',
    group,
    description: 'The user name for sending mail. Left unset, it is the one for reading.',
    schema: Line,
    default: null,
    example: 'ada@example.org',
  }),
  declareSetting({
    name: 'EMAIL_SMTP_PASSWORD',
    group,
    description: 'The password for sending mail. Left unset, it is the one for reading.',
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
      'An OAuth access token (XOAUTH2), for providers that accept no password. It is used as it is and ends within hours; with EMAIL_OAUTH_REFRESH_TOKEN it is not needed.',
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
      'The OAuth refresh token of your mail account, with which access is renewed again and again. It takes the place of the password.',
    schema: Secret,
    default: null,
    secret: true,
    goesTo: renewal,
    nowhereWithout: ['EMAIL_OAUTH_TOKEN_URL', 'EMAIL_IMAP_HOST', 'EMAIL_SMTP_HOST'],
  }),
  declareSetting({
    name: 'EMAIL_OAUTH_CLIENT_ID',
    group,
    description: 'The client id of the program that the refresh token was given to.',
    schema: Line,
    default: null,
    example: '1234567890-abc.apps.googleusercontent.com',
  }),
  declareSetting({
    name: 'EMAIL_OAUTH_CLIENT_SECRET',
    group,
    description: 'The client secret of that program, when it has one.',
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
      'Where access is renewed. Left unset, it is the address of Google or Microsoft when the mail server is theirs.',
    schema: HttpUrl,
    default: null,
    example: 'https://login.example.org/oauth2/token',
  }),
  declareSetting({
    name: 'EMAIL_FROM',
    group,
    description: 'The sender of your mail. Left unset, it is USER_EMAIL.',
    schema: Email,
    default: null,
    example: 'ada@example.org',
  }),
  declareSetting({
    name: 'EMAIL_CA_FILE',
    group,
    description: 'A file with the certificate (PEM) that a mail server of your own is signed with.',
    schema: AbsolutePath,
    default: null,
    example: '~/certificates/mail-ca.pem',
  }),
  declareSetting({
    name: 'EMAIL_SENT_COPY',
    group,
    description:
      'Whether sent mail is put into the sent folder, where the provider does not do that by itself.',
    schema: Type.Boolean(),
    default: true,
  }),
  declareSetting({
    name: 'EMAIL_SENT_FOLDER',
    group,
    description: 'The folder for sent mail. Left unset, it is the one that the server declares as such.',
    schema: Line,
    default: null,
    example: 'Sent',
  }),
  declareSetting({
    name: 'CALDAV_URL',
    group,
    description: 'The address of the calendar to keep in step with the local one.',
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
