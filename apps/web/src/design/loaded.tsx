import type { ComponentChildren } from 'preact'
import { toMessage } from '../platform/api.ts'
import type { Resource } from '../platform/resource.ts'
import { Button } from './button.tsx'
import { texts } from './messages.ts'

interface LoadedProps<T> {
  resource: Resource<T>
  children: (data: T) => ComponentChildren
}

/** What was loaded; before that a word of patience, after a failure the reason and a way to try again. */
export function Loaded<T>({ resource, children }: LoadedProps<T>) {
  if (resource.data !== undefined) return <>{children(resource.data)}</>
  if (resource.error === undefined) {
    return (
      <p class="notice" role="status">
        {texts('loading')}
      </p>
    )
  }
  return (
    <div class="notice" data-kind="error" role="alert">
      <p>
        {texts('failed')} {toMessage(resource.error)}
      </p>
      <Button onClick={resource.reload}>{texts('retry')}</Button>
    </div>
  )
}
