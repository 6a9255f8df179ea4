import type { Signal } from '@preact/signals'

/** The members `value` and `onValue` of a field that shows a signal and changes it. */
export function bind<T>(signal: Signal<T>): { value: T; onValue: (value: T) => void } {
  return { value: signal.value, onValue: toSetter(signal) }
}

/** The members `checked` and `onValue` of a box that shows a signal and changes it. */
export function bindCheck(signal: Signal<boolean>): { checked: boolean; onValue: (value: boolean) => void } {
  return { checked: signal.value, onValue: toSetter(signal) }
}

/** A listener that gives a signal this value: `onClick={assign(isOpen, true)}`. */
export function assign<T>(signal: Signal<T>, value: NoInfer<T>): () => void {
  return () => {
    signal.value = value
  }
}

function toSetter<T>(signal: Signal<T>): (value: T) => void {
  return value => {
    signal.value = value
  }
}
