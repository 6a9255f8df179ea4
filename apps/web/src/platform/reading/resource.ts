import { useSignal } from '@preact/signals'
import { useEffect } from 'preact/hooks'

/** Something that is loaded: what is there, what went wrong, and a way to reload it. */
export interface Resource<T> {
  readonly data: T | undefined
  readonly error: unknown
  readonly isLoading: boolean
  /** Loads again; what is there stays until then. */
  reload(): void
  /** Puts something newer in its place, as the answer to a change. */
  replace(data: T): void
}

/** Loads with `load` whenever one of `keys` changes; a load that is overtaken is given up. */
export function useResource<T>(load: (signal: AbortSignal) => Promise<T>, keys: readonly unknown[]): Resource<T> {
  const data = useSignal<T | undefined>(undefined)
  const error = useSignal<unknown>(undefined)
  const isLoading = useSignal(true)
  const turn = useSignal(0)
  useEffect(() => {
    const stopper = new AbortController()
    isLoading.value = true
    load(stopper.signal).then(
      loaded => {
        if (stopper.signal.aborted) return
        data.value = loaded
        error.value = undefined
        isLoading.value = false
      },
      (reason: unknown) => {
        if (stopper.signal.aborted) return
        error.value = reason
        isLoading.value = false
      },
    )
    return () => stopper.abort()
  }, [...keys, turn.value])
  return {
    data: data.value,
    error: error.value,
    isLoading: isLoading.value,
    reload: () => {
      turn.value += 1
    },
    replace: newer => {
      data.value = newer
    },
  }
}
