import { useEffect, useRef } from 'preact/hooks'
import { copyText } from '../../design/copying/copy-text.ts'
import { Button } from '../../design/fields/button.tsx'
import { tell } from '../../design/floating/toasts.tsx'
import { texts } from '../messages.ts'

/** Recovery codes, while they can still be seen: to copy, keep as a file, or print. */
export function RecoveryCodes({ codes, onKept }: { codes: readonly string[]; onKept: () => void }) {
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => heading.current?.focus(), [codes])
  const lines = codes.join('\n')
  return (
    <div class="notice section">
      <h3 ref={heading} tabIndex={-1}>
        {texts('recoveryTitle')}
      </h3>
      <p>{texts('recoveryHint')}</p>
      <ul class="recovery-codes">
        {codes.map(code => (
          <li key={code}>{code}</li>
        ))}
      </ul>
      <div class="actions">
        <Button onClick={() => void copyText(lines).then(() => tell(texts('copied')))}>{texts('copyAll')}</Button>
        <a
          class="button"
          href={`data:text/plain;charset=utf-8,${encodeURIComponent(`${lines}\n`)}`}
          download="rushes-recovery-codes.txt"
        >
          {texts('download')}
        </a>
        <Button onClick={() => print()}>{texts('print')}</Button>
        <Button kind="primary" onClick={onKept}>
          {texts('kept')}
        </Button>
      </div>
    </div>
  )
}
