import { useSignal } from '@preact/signals'
import { useRef } from 'preact/hooks'
import { toMessage } from '../reading/api.ts'
import { liesIn, listFaults } from '../reading/faults.ts'

/** The saving of a form: whether it goes on, and what the service said against it. */
export interface Saving {
  readonly isBusy: boolean
  readonly error: unknown
  /** What is wrong with the value at one of these JSON Pointers, or with something in it: for the `error` of its field. */
  at(...pointers: readonly string[]): string | undefined
  /** What no field has asked for by `at`: told at the end of the form. */
  listRest(): readonly string[]
  /** Does the work; false when it was refused. What was typed stays, a refusal is kept until the next try. */
  run(work: () => Promise<unknown>): Promise<boolean>
  /** Whether something was typed since the form was shown or saved. */
  readonly isTouched: boolean
  touch(): void
  /** Resets: nothing was typed, nothing was refused. */
  forget(): void
}

/** For a form that is saved by a call; goes with `FormError` at the end of the form, behind all of its fields. */
export function useSaving(): Saving {
  const isBusy = useSignal(false)
  const error = useSignal<unknown>(undefined)
  const isTouched = useSignal(false)
  const isTouchedMeanwhile = useRef(false)
  const faults = listFaults(error.value)
  const asked = new Set<string>()
  return {
    isBusy: isBusy.value,
    error: error.value,
    at(...pointers) {
      for (const pointer of pointers) asked.add(pointer)
      const found = faults.filter(({ path }) => pointers.some(pointer => liesIn(path, pointer)))
      return found.length === 0 ? undefined : found.map(({ message }) => message).join('; ')
    },
    listRest() {
      if (error.value === undefined) return []
      if (faults.length === 0) return [toMessage(error.value)]
      const rest = faults.filter(({ path }) => ![...asked].some(pointer => liesIn(path, pointer)))
      return rest.map(({ path, message }) => `${path}: ${message}`)
    },
    async run(work) {
      isBusy.value = true
      error.value = undefined
      isTouchedMeanwhile.current = false
      try {
        await work()
        isTouched.value = isTouchedMeanwhile.current
        return true
      } catch (reason) {
        error.value = reason
        return false
      } finally {
        isBusy.value = false
      }
    },
    get isTouched() {
      return isTouched.value
    },
    touch() {
      isTouched.value = true
      isTouchedMeanwhile.current = true
    },
    forget() {
      error.value = undefined
      isTouched.value = false
    },
  }
}
