import type { ToolSpec } from '@deskhand/llm'

const text = (description?: string) => ({ type: 'string', ...(description && { description }) })

/** The planner's one tool. Read leniently by readDecision, so the schema is for the model's eyes. */
export const submitPlan: ToolSpec = {
  name: 'submit_plan',
  description: 'Hand in what happens next. Call it exactly once; it is your only way to act.',
  parameters: {
    type: 'object',
    properties: {
      decision: { type: 'string', enum: ['plan', 'continue', 'answer', 'ask', 'stop', 'give_up'] },
      message: text(
        'Said to the person: the answer, the question, or one sentence on what you are about to do',
      ),
      title: text('Title of the conversation, at most 60 characters; with the first plan'),
      steps: {
        type: 'array',
        description: 'The remaining steps only, in order; finished ones are kept for you',
        items: {
          type: 'object',
          properties: {
            title: text('A few words'),
            goal: text('What is to be reached, with everything the executor must know'),
            done_when: text('How one can see that it is reached'),
            expect: {
              type: 'object',
              description: 'Checked by code before the step counts as done',
              properties: {
                file: text('Path of a file that must exist'),
                page_text: text('Text that must be on the open page'),
              },
            },
            carry: { type: 'boolean', description: "Keep the previous step's traffic in view" },
            replaces: text('Id of a failed step that this one makes up for'),
          },
          required: ['title', 'goal'],
        },
      },
    },
    required: ['decision'],
  },
}
