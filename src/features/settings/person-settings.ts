import { Type } from '../../contract/type.ts'
import { declareSetting } from './declare-setting.ts'
import { Email, Line } from './value-schemas.ts'

const group = 'You'

export const personSettings = [
  declareSetting({
    name: 'USER_NAME',
    label: 'Your name',
    group,
    description: 'Your name. Workflows can use it as $user_name.',
    schema: Line,
    default: null,
    example: 'Ada',
  }),
  declareSetting({
    name: 'USER_EMAIL',
    label: 'Your email address',
    group,
    description: 'Your email address. Workflows can use it as $user_email.',
    schema: Email,
    default: null,
    example: 'ada@example.org',
  }),
  declareSetting({
    name: 'HOME_CITY',
    label: 'Your location',
    group,
    description: 'Your location, for weather questions that name no place.',
    schema: Line,
    default: null,
    example: 'Oslo',
  }),
  declareSetting({
    name: 'BASE_CURRENCY',
    label: 'Currency',
    group,
    description: 'The currency to convert amounts to, as a three-letter code.',
    schema: Type.String({ pattern: '^[A-Z]{3}$' }),
    default: 'USD',
    example: 'EUR',
  }),
  declareSetting({
    name: 'UNITS',
    label: 'Units',
    group,
    description: 'Show weather and measures in metric or imperial units.',
    schema: Type.Enum(['metric', 'imperial']),
    default: 'metric',
  }),
] as const
