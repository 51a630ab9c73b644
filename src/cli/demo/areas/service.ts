import type { Area } from '../area.ts';

export const SERVICE: Area = {
  id: 'service',
  name: 'Customer service',
  about: 'What customers ask and complain about, and how well we answer.',
  service: 'helpdesk',
  team: 'customer-service',
  subjects: [
    {
      name: 'tickets',
      about: 'Questions and complaints, one row each, from all channels.',
      columns:
        'ticket_id:id customer_id:id order_id:id subject:text channel:code priority:code opened_at:time solved_at:time agent_id:id',
    },
    {
      name: 'ticket_messages',
      about: 'Messages in a ticket, of customers and agents. Full text, so handle with care.',
      columns: 'message_id:id ticket_id:id author_type:code body:text sent_at:time',
    },
    {
      name: 'calls',
      about: 'Phone calls with waiting time. Recordings are kept elsewhere for 30 days.',
      columns: 'call_id:id ticket_id:id phone:text waited_seconds:int talked_seconds:int started_at:time',
    },
    {
      name: 'satisfaction_surveys',
      about: 'Survey answers after a ticket is solved.',
      columns: 'survey_id:id ticket_id:id score:int comment:text answered_at:time',
    },
    {
      name: 'agents',
      about: 'People in customer service.',
      columns: 'agent_id:id full_name:text email:text team:code language:code joined_on:date',
    },
    {
      name: 'ticket_labels',
      about: 'Labels that agents and the classifier put on tickets.',
      columns: 'label_id:id ticket_id:id label:code confidence:float labelled_by:code labelled_at:time',
    },
    {
      name: 'goodwill_credits',
      about: 'Credits that customers got as an apology.',
      columns:
        'credit_id:id ticket_id:id customer_id:id amount:money currency:code granted_by:id granted_at:time',
    },
    {
      name: 'help_articles',
      about: 'Articles of the help centre and how often they helped.',
      columns: 'article_id:id title:text language:code views:int helpful_votes:int updated_at:time',
    },
  ],
  marts: [
    {
      name: 'fct_tickets',
      about: 'Tickets with topic, time to first answer and time to solution.',
      from: ['tickets', 'ticket_messages', 'ticket_labels'],
      columns:
        'ticket_id:id customer_key:id topic:code channel:code opened_date:date hours_to_first_answer:float hours_to_solution:float',
      measures: ['Tickets', 'Time to first answer'],
      by: ['topic', 'channel', 'week'],
    },
    {
      name: 'fct_satisfaction',
      about: 'Survey scores by ticket.',
      from: ['satisfaction_surveys', 'tickets'],
      columns: 'survey_id:id ticket_id:id score:int topic:code answered_date:date',
      measures: ['Satisfaction'],
      by: ['topic', 'month'],
    },
    {
      name: 'agg_contact_rate',
      about: 'Tickets per hundred orders: how often something goes wrong.',
      from: ['tickets', 'orders'],
      columns: 'week:date topic:code tickets:int orders:int contact_rate:float',
      measures: ['Contact rate'],
      by: ['topic'],
    },
    {
      name: 'agg_agent_workload',
      about: 'Open tickets and calls by team and hour, for planning shifts.',
      from: ['tickets', 'calls', 'agents'],
      columns: 'work_hour:time team:code open_tickets:int calls:int agents_on_shift:int',
      measures: ['Workload'],
      by: ['team', 'hour'],
    },
    {
      name: 'fct_goodwill',
      about: 'Credits by reason, with the order that went wrong.',
      from: ['goodwill_credits', 'tickets', 'orders'],
      columns: 'credit_id:id order_id:id topic:code amount_eur:money granted_date:date',
      measures: ['Goodwill cost'],
      by: ['topic', 'month'],
    },
  ],
  dashboards: ['Service level', 'Why customers call', 'Shift planning', 'Help centre'],
};
