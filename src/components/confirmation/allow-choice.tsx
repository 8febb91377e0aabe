import type { AllowScope } from '../../contract/confirmation.ts'
import { SelectField } from '../view-kit/controls/controls.tsx'
import type { Drafts } from './drafts.ts'

const SCOPES: Readonly<Record<AllowScope, string>> = {
  conversation: 'Always allow in this conversation',
  folder: 'Always allow in this folder',
}

/** Whether the same is asked about again. */
export function AllowChoice({ offers, allowed, allow }: Pick<Drafts, 'offers' | 'allowed' | 'allow'>) {
  return offers.map(({ words, scopes }) => (
    <div key={words} className="max-w-md">
      <SelectField
        label={words}
        value={allowed.get(words) ?? ''}
        onChange={(event) =>
          allow(words, event.target.value === '' ? undefined : (event.target.value as AllowScope))
        }
      >
        <option value="">Ask each time</option>
        {scopes.map((scope) => (
          <option key={scope} value={scope}>
            {SCOPES[scope]}
          </option>
        ))}
      </SelectField>
    </div>
  ))
}
