import { useSignal } from '@preact/signals'
import type { ComponentChildren } from 'preact'
import { useEffect } from 'preact/hooks'
import { assign } from '../../platform/bind.ts'
import { toMessage } from '../../platform/reading/api.ts'
import type { Resource } from '../../platform/reading/resource.ts'
import { Button } from '../fields/button.tsx'
import { texts } from '../messages.ts'
import { Skeleton } from './skeleton.tsx'

interface LoadedProps<T> {
  resource: Omit<Resource<T>, 'replace'>
  children: (data: T) => ComponentChildren
}

/** What was loaded; before that a word of patience, after a failure the reason and a way to try again. */
export function Loaded<T>({ resource, children }: LoadedProps<T>) {
  if (resource.data !== undefined) return <>{children(resource.data)}</>
  if (resource.error === undefined) return <Waiting onRetry={resource.reload} />
  return (
    <div class="notice" data-kind="error" role="alert">
      <p>
        {texts('failed')} {toMessage(resource.error)}
      </p>
      <Button onClick={resource.reload}>{texts('retry')}</Button>
    </div>
  )
}

/** After so long nobody believes any more that something comes. */
const patienceMs = 10_000

/** The room of what is being loaded; after a while a word that it still is, and a way to ask again. */
function Waiting({ onRetry }: { onRetry: () => void }) {
  const isLong = useSignal(false)
  const begun = useSignal(0)
  useEffect(() => {
    isLong.value = false
    const timer = setTimeout(assign(isLong, true), patienceMs)
    return () => clearTimeout(timer)
  }, [begun.value])
  return (
    <>
      <Skeleton />
      {isLong.value && (
        <div class="notice" role="status">
          <p>{texts('stillLoading')}</p>
          <Button
            onClick={() => {
              begun.value += 1
              onRetry()
            }}
          >
            {texts('retry')}
          </Button>
        </div>
      )}
    </>
  )
}
