import { LoaderCircle } from 'lucide-react'
import { useId, type ComponentProps, type ReactNode } from 'react'

export type ButtonLook = 'primary' | 'secondary' | 'danger' | 'quiet'

const BUTTON =
  'inline-flex min-h-9 items-center justify-center gap-2 rounded-lg px-3 text-sm font-medium transition-colors ' +
  'disabled:cursor-not-allowed disabled:opacity-50 aria-disabled:cursor-progress aria-disabled:opacity-50 pointer-coarse:min-h-10'

const BUTTON_LOOKS: Record<ButtonLook, string> = {
  primary: 'bg-accent text-on-accent hover:bg-accent-strong',
  secondary: 'border border-line bg-surface-1 text-ink hover:bg-surface-2',
  danger: 'bg-bad text-on-accent hover:bg-bad-strong',
  quiet: 'text-ink-2 hover:bg-surface-2 hover:text-ink',
}

interface ButtonProps extends ComponentProps<'button'> {
  readonly look?: ButtonLook
  /** What it does is under way. */
  readonly busy?: boolean
  /** Another one beside it is busy. */
  readonly held?: boolean
}

/** While it is busy or held, pressing does nothing; it is not disabled, because the focus would be lost with that. */
export function Button({
  look = 'secondary',
  busy = false,
  held = busy,
  className = '',
  children,
  onClick,
  ...rest
}: ButtonProps) {
  return (
    <button
      type="button"
      aria-busy={busy || undefined}
      aria-disabled={held || undefined}
      className={`${BUTTON} ${BUTTON_LOOKS[look]} ${className}`}
      onClick={held ? (event) => event.preventDefault() : onClick}
      {...rest}
    >
      {busy && <LoaderCircle aria-hidden className="size-4 animate-spin" />}
      {children}
    </button>
  )
}

/** A button that is only an icon; its label is read, and shown when the pointer rests on it. */
export function IconButton({ label, className = '', ...rest }: { label: string } & ComponentProps<'button'>) {
  return (
    <button
      type="button"
      aria-label={label}
      title={label}
      className={`inline-flex size-8 shrink-0 items-center justify-center rounded-lg text-ink-3 transition-colors hover:bg-surface-2 hover:text-ink disabled:opacity-40 pointer-coarse:size-10 ${className}`}
      {...rest}
    />
  )
}

const INPUT =
  'w-full rounded-lg border border-line-strong bg-surface-0 px-3 py-1.5 text-base text-ink placeholder:text-ink-3 ' +
  'disabled:opacity-60 pointer-coarse:min-h-10'

interface FieldProps {
  readonly label: string
  /** Read, but not shown: where the place says what it is for. */
  readonly hideLabel?: boolean
  readonly help?: ReactNode
  readonly problem?: ReactNode
  readonly required?: boolean
  readonly children: (ids: {
    id: string
    'aria-describedby': string | undefined
    'aria-invalid': true | undefined
  }) => ReactNode
}

/** A label, a control, and below it what helps or what is wrong. */
export function Field({ label, hideLabel = false, help, problem, required = false, children }: FieldProps) {
  const id = useId()
  const noteId = `${id}-note`
  const note = problem ?? help
  return (
    <div className="flex min-w-0 flex-col gap-1">
      <label htmlFor={id} className={hideLabel ? 'sr-only' : 'text-sm font-medium text-ink-2'}>
        {label}
        {required && (
          <span aria-hidden className="text-bad">
            {' *'}
          </span>
        )}
      </label>
      {children({
        id,
        'aria-describedby': note ? noteId : undefined,
        'aria-invalid': problem ? true : undefined,
      })}
      {note && (
        <p id={noteId} className={`text-xs ${problem ? 'text-bad' : 'text-ink-3'}`}>
          {note}
        </p>
      )}
    </div>
  )
}

type FieldOptions = Omit<FieldProps, 'children'>

export function TextField({
  label,
  hideLabel,
  help,
  problem,
  className = '',
  ...rest
}: FieldOptions & ComponentProps<'input'>) {
  return (
    <Field {...fieldOptions({ label, hideLabel, help, problem, required: rest.required })}>
      {(ids) => <input {...ids} className={`${INPUT} ${className}`} {...rest} />}
    </Field>
  )
}

export function TextArea({
  label,
  hideLabel,
  help,
  problem,
  className = '',
  ...rest
}: FieldOptions & ComponentProps<'textarea'>) {
  return (
    <Field {...fieldOptions({ label, hideLabel, help, problem, required: rest.required })}>
      {(ids) => (
        <textarea
          {...ids}
          rows={4}
          className={`${INPUT} field-sizing-content max-h-96 resize-none ${className}`}
          {...rest}
        />
      )}
    </Field>
  )
}

export function SelectField({
  label,
  hideLabel,
  help,
  problem,
  className = '',
  ...rest
}: FieldOptions & ComponentProps<'select'>) {
  return (
    <Field {...fieldOptions({ label, hideLabel, help, problem, required: rest.required })}>
      {(ids) => <select {...ids} className={`${INPUT} ${className}`} {...rest} />}
    </Field>
  )
}

interface SwitchProps {
  readonly label: string
  readonly checked: boolean
  readonly onChange: (checked: boolean) => void
  /** Read, but not shown: where the place says what it is for. */
  readonly hideLabel?: boolean
  readonly help?: string | undefined
  readonly disabled?: boolean
}

export function Switch({ label, checked, onChange, hideLabel = false, help, disabled = false }: SwitchProps) {
  const noteId = useId()
  return (
    <div className="flex flex-col gap-1">
      <label className="flex min-h-9 cursor-pointer items-center gap-3 text-base has-disabled:cursor-not-allowed has-disabled:opacity-60">
        <input
          type="checkbox"
          role="switch"
          className="switch"
          checked={checked}
          disabled={disabled}
          aria-describedby={help === undefined ? undefined : noteId}
          onChange={(event) => onChange(event.target.checked)}
        />
        {hideLabel ? <span className="sr-only">{label}</span> : label}
      </label>
      {help !== undefined && (
        <p id={noteId} className="text-xs text-ink-3">
          {help}
        </p>
      )}
    </div>
  )
}

function fieldOptions({
  label,
  ...rest
}: { [Name in keyof FieldOptions]: FieldOptions[Name] | undefined }): FieldOptions {
  return { label: label ?? '', ...(rest as Omit<FieldOptions, 'label'>) }
}
