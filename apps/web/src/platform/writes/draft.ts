import { useSignal } from '@preact/signals'

type TextName<T> = { [K in keyof T]: T[K] extends string ? K : never }[keyof T] & string

/** What is being typed into a form, by the names of its fields. */
export interface Draft<T extends object> {
  readonly values: T
  change(part: Partial<T>): void
  /** The members `value` and `onValue` of the text field of this name. */
  text(name: TextName<T>): { value: string; onValue: (value: string) => void }
}

/** The values of a form, beginning with `initial`; later ones of it change nothing. */
export function useDraft<T extends object>(initial: T): Draft<T> {
  const values = useSignal(initial)
  const change = (part: Partial<T>) => {
    values.value = { ...values.value, ...part }
  }
  return {
    values: values.value,
    change,
    text: name => ({
      value: String(values.value[name]),
      onValue: value => change({ [name]: value } as Partial<T>),
    }),
  }
}
