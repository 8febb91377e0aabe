/** Where a mail provider lets people sign in, and what for. */
export interface MailProvider {
  readonly hosts: RegExp
  readonly authorizeUrl: string
  readonly tokenUrl: string
  /** Undefined where mail can't be allowed by a code that is typed in. */
  readonly deviceUrl?: string
  readonly scope: string
  /** Asks for a token that lasts. */
  readonly params: Readonly<Record<string, string>>
  /** How the provider wants this machine called in the address that the browser comes back to. */
  readonly loopback: '127.0.0.1' | 'localhost'
}

const providers: readonly MailProvider[] = [
  {
    hosts: /(^|\.)(gmail|googlemail)\.com$/i,
    authorizeUrl: 'https://accounts.google.com/o/oauth2/v2/auth',
    tokenUrl: 'https://oauth2.googleapis.com/token',
    scope: 'https://mail.google.com/',
    params: { access_type: 'offline', prompt: 'consent' },
    loopback: '127.0.0.1',
  },
  {
    hosts: /(^|\.)(office365|outlook|office)\.com$/i,
    authorizeUrl: 'https://login.microsoftonline.com/common/oauth2/v2.0/authorize',
    tokenUrl: 'https://login.microsoftonline.com/common/oauth2/v2.0/token',
    deviceUrl: 'https://login.microsoftonline.com/common/oauth2/v2.0/devicecode',
    scope:
      'https://outlook.office.com/IMAP.AccessAsUser.All https://outlook.office.com/SMTP.Send offline_access',
    params: { prompt: 'select_account' },
    loopback: 'localhost',
  },
]

export function mailProvider(host: string | null | undefined): MailProvider | undefined {
  return providers.find(({ hosts }) => hosts.test(host ?? ''))
}
