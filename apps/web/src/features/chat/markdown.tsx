import { memo, useMemo } from 'react'
import ReactMarkdown, { type Components } from 'react-markdown'
import remarkGfm from 'remark-gfm'
import { CodeBlock } from './code-block.tsx'
import { MarkdownImage, MarkdownLink } from './markdown-link.tsx'
import { splitBlocks } from './split-blocks.ts'

const plugins = [remarkGfm]

const components: Components = {
  a: ({ href, children }) => <MarkdownLink href={href}>{children}</MarkdownLink>,
  img: ({ src, alt }) => <MarkdownImage src={typeof src === 'string' ? src : undefined} alt={alt} />,
  pre: ({ children }) => <CodeBlock>{children}</CodeBlock>,
}

const Block = memo(({ text }: { text: string }) => (
  <ReactMarkdown remarkPlugins={plugins} components={components}>
    {text}
  </ReactMarkdown>
))

/**
 * What a model wrote. It may quote any web page, so it is treated as a stranger's: no HTML, no picture loads by
 * itself, no address but http, mailto and the workspace. While text streams in only its last block is read anew.
 */
export const Markdown = memo(({ text, open }: { text: string; open?: boolean }) => {
  const blocks = useMemo(() => splitBlocks(text), [text])
  return (
    <div className={open ? 'prose caret' : 'prose'}>
      {blocks.map((block, i) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: text only grows at its end, so the nth block stays the nth
        <Block key={i} text={block} />
      ))}
    </div>
  )
})
