import { useEffect, useRef } from 'preact/hooks'

/** Gathers what comes in bursts: `act` is called once, `waitMs` after the first call of a burst. */
export function useSoon(act: () => void, waitMs: number): () => void {
  const latest = useRef(act)
  latest.current = act
  const timer = useRef<ReturnType<typeof setTimeout> | undefined>(undefined)
  useEffect(() => () => clearTimeout(timer.current), [])
  return () => {
    timer.current ??= setTimeout(() => {
      timer.current = undefined
      latest.current()
    }, waitMs)
  }
}
