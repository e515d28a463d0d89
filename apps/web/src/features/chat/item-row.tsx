import type { Item } from '@deskhand/protocol/fold'
import { memo } from 'react'
import { AskRow } from './ask-row.tsx'
import { GroupRow } from './group-row.tsx'
import { MessageRow } from './message-row.tsx'
import { PlanRow } from './plan-row.tsx'
import { ProposalRow } from './proposal-row.tsx'
import { RunRow } from './run-row.tsx'
import { ArtifactRow, NoticeRow, SandboxRow, TakeoverRow } from './small-rows.tsx'
import { ThoughtRow } from './thought-row.tsx'

/** A row of the conversation by its kind; drawn anew only when the fold replaced its item. */
export const ItemRow = memo(({ item }: { item: Item }) => {
  switch (item.kind) {
    case 'message':
      return <MessageRow message={item} />
    case 'thought':
      return <ThoughtRow text={item.text} cut={item.cut} />
    case 'group':
      return <GroupRow group={item} />
    case 'plan':
      return <PlanRow plan={item.plan} />
    case 'ask':
      return <AskRow askId={item.askId} />
    case 'takeover':
      return <TakeoverRow item={item} />
    case 'sandbox':
      return <SandboxRow item={item} />
    case 'artifact':
      return <ArtifactRow artifact={item.artifact} />
    case 'proposal':
      return <ProposalRow item={item} />
    case 'notice':
      return <NoticeRow notice={item.notice} />
    case 'run':
      return <RunRow item={item} />
  }
})
