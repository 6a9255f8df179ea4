import { useEffect } from 'preact/hooks'
import type { Resource } from '../platform/reading/resource.ts'

/** How long what is shown stands before it is asked for again. */
const everyMs = 10_000

/** Loads again now and then, while somebody looks at the page. */
export function useRefresh({ data, error, isLoading, reload }: Omit<Resource<unknown>, 'replace'>): void {
  useEffect(() => {
    if (isLoading) return undefined
    let timer: ReturnType<typeof setTimeout> | undefined
    const look = () => {
      if (document.hidden) timer = setTimeout(look, everyMs)
      else reload()
    }
    timer = setTimeout(look, everyMs)
    return () => clearTimeout(timer)
  }, [data, error, isLoading])
}
