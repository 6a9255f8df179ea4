import type { ComponentChildren } from 'preact'
import { texts } from '../../messages.ts'
import type { Comment } from '../comments.ts'
import { readPieces } from './remark.ts'
import './comment-text.css'

/** What was said: mentions and tags stand out, addresses are links. */
export function CommentText({ comment }: { comment: Pick<Comment, 'description' | 'isDeleted'> }) {
  if (comment.isDeleted) return <p class="comment-text field-hint">{texts('deleted')}</p>
  return (
    <p class="comment-text">
      {readPieces(comment.description).map((piece, index) => {
        if ('text' in piece) return <Linked key={index} text={piece.text} />
        const word = 'tag' in piece ? `#${piece.tag}` : `@${piece.mention}`
        return (
          <span class="comment-word" key={index}>
            {word}
          </span>
        )
      })}
    </p>
  )
}

/** Addresses of the web; what ends a sentence is not part of them. */
const address = /https?:\/\/[^\s<>"]+[^\s<>".,;:!?)\]}'’”]/gi

function Linked({ text }: { text: string }) {
  const pieces: ComponentChildren[] = []
  let end = 0
  for (const { 0: found, index } of text.matchAll(address)) {
    pieces.push(
      text.slice(end, index),
      <a key={index} href={found} target="_blank" rel="noreferrer noopener">
        {found}
      </a>,
    )
    end = index + found.length
  }
  return (
    <>
      {pieces}
      {text.slice(end)}
    </>
  )
}
