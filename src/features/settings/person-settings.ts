import { Type } from '../../contract/type.ts'
import { declareSetting } from './declare-setting.ts'
import { Email, Line } from './value-schemas.ts'

const group = 'You'

export const personSettings = [
  declareSetting({
    name: 'USER_NAME',
    group,
    description: 'How you are called. Workflows write it as $user_name.',
    schema: Line,
    default: null,
    example: 'Ada',
  }),
  declareSetting({
    name: 'USER_EMAIL',
    group,
    description: 'Your mail address. Workflows write it as $user_email.',
    schema: Email,
    default: null,
    example: 'ada@example.org',
  }),
  declareSetting({
    name: 'HOME_CITY',
    group,
    description: 'Where you are when a question about the weather names no place.',
    schema: Line,
    default: null,
    example: 'Oslo',
  }),
  declareSetting({
    name: 'BASE_CURRENCY',
    group,
    description: 'The currency that amounts are converted to, by its three-letter code.',
    schema: Type.String({ pattern: '^[A-Z]{3}$' }),
    default: 'USD',
    example: 'EUR',
  }),
  declareSetting({
    name: 'UNITS',
    group,
    description: 'Whether weather and measures are shown in metric or imperial units.',
    schema: Type.Enum(['metric', 'imperial']),
    default: 'metric',
  }),
] as const
