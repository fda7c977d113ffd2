-- Handling: what administrators and sales do with a lead, which itself is never changed. The history is only added to, and what
-- is current follows from it.

create table public.lead_events (
  lead_id uuid not null references public.leads (id) on delete cascade,
  number bigint generated always as identity primary key,
  actor_id uuid references auth.users (id) on delete set null,
  -- As it was then; it stays when the account is deleted.
  actor_email text not null,
  created_at timestamptz not null default clock_timestamp(),
  kind text not null
    constraint lead_events_kind_known check (kind in ('opened', 'state', 'assigned', 'due', 'note', 'answered', 'merged', 'undone', 'added', 'link', 'received', 'sample')),
  value text constraint lead_events_value_length check (char_length(value) <= 5000),
  reason text constraint lead_events_reason_known check (reason in ('price', 'date', 'product', 'other')),
  note text constraint lead_events_note_length check (char_length(note) <= 2000)
);
comment on table public.lead_events is 'What administrators, sales and its buyer have done with each lead; rows are only added.';
comment on column public.lead_events.value is
  'The new state, the e-mail address of the new assignee, the day to come back on, the text of the note, how it was answered, the lead that it is merged into, the number of the event that is undone, what the buyer has added or written by e-mail, what was done with samples, or whether the buyer''s links were ended or renewed; null where there is none.';
comment on column public.lead_events.reason is 'Why a lead was lost; null where no one has said.';
comment on column public.lead_events.note is 'What else was said of the reason.';
create index lead_events_of_lead on public.lead_events (lead_id, number);
create index lead_events_of_actor on public.lead_events (actor_id);
create index lead_events_settled on public.lead_events (created_at) where kind = 'state' and value in ('won', 'lost');

create table public.lead_handling (
  lead_id uuid primary key references public.leads (id) on delete cascade,
  state text not null default 'new'
    constraint lead_handling_state_known check (state in ('new', 'opened', 'in_progress', 'quoted', 'won', 'lost', 'withdrawn', 'spam')),
  assigned_to uuid references auth.users (id) on delete set null,
  assigned_email text,
  due_on date,
  answered_at timestamptz,
  notes integer not null default 0,
  -- The lead's, so that one index filters and sorts.
  created_at timestamptz not null,
  merged_into uuid references public.lead_handling (lead_id) on delete set null,
  -- What lists are sorted by: never null, and compared alike by every client.
  state_key integer generated always as (
    array_position(array['new', 'opened', 'in_progress', 'quoted', 'won', 'lost', 'withdrawn', 'spam'], state)
  ) stored,
  assigned_key text collate "C" generated always as (case when assigned_to is null then '~' else lower(assigned_email) end) stored,
  due_key date generated always as (coalesce(due_on, 'infinity'::date)) stored,
  answered_by uuid references auth.users (id) on delete set null
);
comment on table public.lead_handling is 'One row a lead: what follows from its events. Unanswered are those without answered_at that are no spam.';
comment on column public.lead_handling.state is 'New until someone of the back office opens the lead, and opened until more is known.';
comment on column public.lead_handling.answered_by is 'Who of the staff did what answered_at is the time of; null where it was the buyer. Then the answer counts for whom the lead is assigned to.';
comment on column public.lead_handling.merged_into is 'The lead that stands for this one in lists and figures, where a buyer wrote twice.';
create index lead_handling_by_state on public.lead_handling (state, created_at desc, lead_id desc);
create index lead_handling_by_assignee on public.lead_handling (assigned_to, created_at desc, lead_id desc);
create index lead_handling_newest on public.lead_handling (created_at desc, lead_id desc) where merged_into is null;
create index lead_handling_unanswered on public.lead_handling (created_at desc, lead_id desc)
where merged_into is null and answered_at is null and state <> 'spam';
create index lead_handling_due on public.lead_handling (created_at desc, lead_id desc)
where merged_into is null and due_on is not null and state not in ('won', 'lost', 'withdrawn', 'spam');
create index lead_handling_merged on public.lead_handling (merged_into);
create index lead_handling_of_answerer on public.lead_handling (answered_by);
create index lead_handling_sorted_by_state on public.lead_handling (state_key, lead_id);
create index lead_handling_sorted_by_assignee on public.lead_handling (assigned_key, lead_id);
create index lead_handling_sorted_by_day on public.lead_handling (due_key, lead_id);

select private.enable_row_security('public.lead_events', 'staff');
select private.enable_row_security('public.lead_handling', 'staff');

-- Runs with its owner's rights, since the sender of a lead writes nothing else.
create function private.start_handling() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  insert into public.lead_handling (lead_id, created_at) values (new.id, new.created_at);
  return null;
end
$$;
create trigger start_handling after insert on public.leads for each row execute function private.start_handling();

-- Derives what is current from a lead's events. One that is opened is no longer new, until its state is set to new again. A lead
-- that is answered is in progress unless its state says more; one that is quoted, won, lost or withdrawn counts as answered.
create function private.derive_handling(lead uuid) returns void
language sql set search_path = '' as $$
  with event as (
    select * from public.lead_events as listed
    where listed.lead_id = lead and not exists (
      select from public.lead_events as undoing
      where undoing.lead_id = lead and undoing.kind = 'undone' and undoing.value = listed.number::text
    )
  ),
  last_state as (select number, value from event where kind = 'state' order by number desc limit 1),
  present as (
    select
      coalesce(
        (select value from last_state where value <> 'new'),
        case when exists (select from event where kind = 'answered' and number > coalesce((select number from last_state), 0)) then 'in_progress' end,
        case when exists (select from event where kind = 'opened' and number > coalesce((select number from last_state), 0)) then 'opened' end,
        'new'
      ) as state,
      (select array[value] from event where kind = 'due' order by number desc limit 1) as due,
      (select count(*) from event where kind = 'note') as notes
  ),
  first_answer as (
    select created_at, case when value <> 'withdrawn' then actor_id end as actor_id from event, present
    where kind = 'answered'
      or kind = 'state' and value in ('quoted', 'won', 'lost', 'withdrawn') and present.state in ('quoted', 'won', 'lost', 'withdrawn')
    order by created_at, number limit 1
  )
  update public.lead_handling as handling
  set
    state = present.state,
    due_on = present.due[1]::date,
    answered_at = (select created_at from first_answer),
    answered_by = (select actor_id from first_answer),
    notes = present.notes
  from present
  where handling.lead_id = lead
$$;

-- Makes a lead a part of another one, which stands for it in lists; or no longer, without one.
create function private.merge_lead(lead uuid, target uuid) returns void
language plpgsql set search_path = '' as $$
begin
  perform from public.lead_handling as other where other.lead_id = target and other.lead_id <> lead and other.merged_into is null for update;
  perform private.require(
    target is null or found and not exists (select from public.lead_handling as part where part.merged_into = lead),
    'Merge these leads the other way round: a lead that has merged inquiries cannot be merged into another', '22023'
  );
  update public.lead_handling as handling set merged_into = target where handling.lead_id = lead;
end
$$;

-- Ends the private links of a lead's buyer. Where they are not renewed, no e-mail with a new one is left to be sent.
create function private.end_lead_links(lead uuid, are_renewed boolean) returns void
language plpgsql set search_path = '' as $$
begin
  update public.leads set link = null where id = lead;
  update public.outbox set links = '{}' where lead_id = lead;
  delete from public.outbox
  where lead_id = lead and not are_renewed and kind = 'acknowledgement' and event_number is not null and state <> 'sent';
end
$$;

-- Takes back an answer, a state, an assignment or a merge of a lead, by the number of its event. What was done later stays.
create function private.undo_lead_event(lead uuid, event_number text) returns void
language plpgsql set search_path = '' as $$
declare
  undone text;
  assignee record;
begin
  select event.kind into undone from public.lead_events as event
  where event.lead_id = lead and event.kind in ('answered', 'state', 'assigned', 'merged') and event.number::text = event_number;
  perform private.require(undone is not null, 'This lead has no such answer', '22023');
  perform from public.lead_events as later where later.lead_id = lead and later.kind = undone and later.number > event_number::bigint;
  if undone = 'merged' and not found then
    update public.lead_handling as handling set merged_into = null where handling.lead_id = lead;
  elsif undone = 'assigned' and not found then
    select users.id, users.email into assignee
    from auth.users join public.profiles on profiles.id = users.id
    where (profiles.is_admin or profiles.is_sales) and users.email = (
      select event.value from public.lead_events as event
      where event.lead_id = lead and event.kind = 'assigned' and event.number < event_number::bigint order by event.number desc limit 1
    );
    update public.lead_handling as handling set assigned_to = assignee.id, assigned_email = assignee.email where handling.lead_id = lead;
    update public.quotations as quotation set owner_id = former.owner_id, owner_email = former.owner_email
    from private.handed_quotations as former where former.event_number = undo_lead_event.event_number::bigint and quotation.id = former.quotation_id;
  end if;
end
$$;

-- Values: state (new, in_progress, quoted, won, lost, spam); assigned (the id of one of administrators(), or null); due (a day, or
-- null); note (a text); answered (email, whatsapp); merged (the id of the lead that stands for it, or null); undone (the number of
-- an answer, a state, an assignment or a merge); link (ended, or renewed, which mails the buyer another one). With the state lost go a
-- reason (price, date, product, other) and a note on it.
create function private.handle_lead(lead uuid, kind text, value text default null, reason text default null, note text default null)
returns bigint
language plpgsql security definer set search_path = '' as $$
declare
  current public.lead_handling;
  input text := nullif(private.trimmed(value), '');
  is_lost constant boolean := kind = 'state' and private.trimmed(value) = 'lost';
  assignee auth.users;
  is_change boolean := true;
  stored bigint;
begin
  perform private.require(private.is_staff(), 'Only administrators and sales handle leads');
  perform private.require(
    reason is null or reason in ('price', 'date', 'product', 'other'), 'The reason of a lost lead is price, date, product or other', '22023'
  );
  -- Callers that handle the same lead wait for each other, and no others do.
  select * into current from public.lead_handling as handling where handling.lead_id = lead for update;
  perform private.require(found, 'This lead does not exist', 'PT404');
  perform private.require(
    kind not in ('due', 'note', 'answered', 'link') or exists (select from public.leads where id = lead and erased_at is null),
    'The details of this inquiry were erased', '22023'
  );

  case kind
    when 'opened' then
      input := null;
      is_change := current.state = 'new';
    when 'state' then
      perform private.require(input in ('new', 'in_progress', 'quoted', 'won', 'lost', 'spam'), 'A lead has no such state', '22023');
      is_change := input <> current.state or is_lost and reason is not null;
    when 'assigned' then
      select users.* into assignee
      from auth.users join public.profiles on profiles.id = users.id
      where users.id = input::uuid and (profiles.is_admin or profiles.is_sales);
      perform private.require(
        input is null or assignee.id is not null, 'Leads can only be assigned to administrators and sales', '22023'
      );
      is_change := assignee.id is distinct from current.assigned_to;
      update public.lead_handling as handling set assigned_to = assignee.id, assigned_email = assignee.email where handling.lead_id = lead;
      input := assignee.email;
    when 'due' then
      perform private.require(input::date between '2000-01-01' and '2999-12-31' is not false, 'This date is out of range', '22023');
      is_change := input::date is distinct from current.due_on;
      input := input::date::text;
    when 'note' then
      perform private.require(input is not null, 'A note needs a text', '22023');
    when 'answered' then
      perform private.require(input in ('email', 'whatsapp'), 'Leads can be answered by email or whatsapp', '22023');
    when 'link' then
      perform private.require(input in ('ended', 'renewed'), 'The links of a buyer are ended or renewed', '22023');
      perform private.end_lead_links(lead, input = 'renewed');
    when 'merged' then
      perform private.merge_lead(lead, input::uuid);
      is_change := input::uuid is distinct from current.merged_into;
    when 'undone' then
      perform private.undo_lead_event(lead, input);
    else
      raise exception 'This change of a lead is not supported' using errcode = '22023';
  end case;
  if not is_change then
    return null;
  end if;

  insert into public.lead_events as event (lead_id, actor_id, actor_email, kind, value, reason, note)
  values (
    lead, auth.uid(), coalesce((select email from auth.users where id = auth.uid()), ''), kind, input,
    case when is_lost then reason end, case when is_lost then nullif(private.trimmed(note), '') end
  )
  returning event.number into stored;
  perform private.derive_handling(lead);
  perform private.give_quotations(array(
    select quotation.id from private.open_quotations() as quotation join private.inquiries_of_lead(lead) as part on part.id = quotation.lead_id
  ), assignee.id, stored) where assignee.id is not null;
  if kind = 'link' and input = 'renewed' then
    insert into public.outbox (lead_id, kind, recipient, event_number)
    select id, 'acknowledgement', email, stored from public.leads where id = lead;
  end if;
  return stored;
end
$$;
select private.expose('handle_lead',
  'Adds to the history of a lead, for administrators and sales: opened, state, assigned, due, note, answered, merged, undone or link, with its value, and of the state lost with a reason and a note. The number of the event, or null where nothing changes.');

-- All or nothing, one lead after the other in the order of their ids, so that two who choose the same ones do not block each other. A change
-- of any number of leads is one of parts.
create function private.handle_leads(
  kind text, value text default null, ids uuid[] default null, words text default '', since timestamptz default null,
  before timestamptz default null, filters jsonb default '{}', reason text default null, note text default null,
  beyond uuid default null, most integer default null
) returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  lead uuid;
  input text;
  stored bigint;
  numbers bigint[] := array[]::bigint[];
  undone constant bigint[] := case when kind = 'undone' then string_to_array(value, ',')::bigint[] end;
  matching record;
begin
  perform private.require(private.is_staff(), 'Only administrators and sales handle leads');
  perform private.require(kind in ('state', 'assigned', 'undone'), 'This change of several leads is not supported', '22023');
  if ids is null and undone is null then
    matching := private.leads_condition(words, since, before, null, coalesce(filters, '{}'));
    execute format(
      'select array(select handling.lead_id from %s where %s and ($4 is null or handling.lead_id > $4) order by handling.lead_id limit $5)',
      matching.source, matching.condition
    ) into ids using matching.patterns, since, before, beyond, most;
  end if;
  for lead, input in
    select listed.id, value from unnest(ids) as listed (id) where undone is null
    union
    select event.lead_id, event.number::text from public.lead_events as event
    where event.number = any (undone) and event.actor_id = auth.uid() and event.kind in ('state', 'assigned')
    order by 1
  loop
    stored := private.handle_lead(lead, kind, input, reason, note);
    numbers := case when stored is null then numbers else numbers || stored end;
  end loop;
  return jsonb_build_object('changed', cardinality(numbers), 'undo', nullif(array_to_string(numbers, ','), ''))
    || case when most is null then '{}' else jsonb_build_object('last', ids[most]) end;
end
$$;
select private.expose('handle_leads',
  'Does the same with many leads, as handle_lead: state, or assigned; of those with the ids, else of all that find_leads finds, at most "most" beyond one: {"changed", "undo", "last"}. The next part begins beyond "last"; undone takes "undo", numbers of events, null where nothing was changed.');

-- Gives the open leads, quotations and companies of a person to another one, or to no one; closed ones stay with who has closed them.
create function private.hand_over(person uuid, successor uuid) returns void
language plpgsql security definer set search_path = '' as $$
begin
  with handed_over as (
    update public.lead_handling set assigned_to = successor, assigned_email = (select email from auth.users where id = successor)
    where assigned_to = person and state not in ('won', 'lost', 'withdrawn', 'spam') returning lead_id, assigned_email
  )
  insert into public.lead_events (lead_id, actor_id, actor_email, kind, value)
  select lead_id, auth.uid(), coalesce((select email from auth.users where id = auth.uid()), ''), 'assigned', assigned_email from handed_over;
  perform private.give_quotations(array(
    select id from private.open_quotations() where owner_id = person
    union select quotation.id from public.quotations as quotation join public.lead_handling as handling using (lead_id)
    where quotation.owner_id = person and quotation.state = 'declined' and handling.state not in ('won', 'lost', 'withdrawn', 'spam')
  ), successor);
  update public.companies set owner_id = successor where owner_id = person;
end
$$;

create function private.administrators() returns table (id uuid, email text, name text, is_active boolean)
language sql stable security definer set search_path = '' as $$
  select users.id, users.email::text, profiles.name, profiles.is_admin or profiles.is_sales from public.profiles join auth.users on users.id = profiles.id
  where (select private.is_staff()) and (
    profiles.is_admin or profiles.is_sales or users.id in (select assigned_to from public.lead_handling where assigned_to is not null)
  )
  order by users.email
$$;
select private.expose('administrators',
  'Who has leads, by e-mail address, with their names: those whom one can be assigned to, administrators and sales, are active; others have left. Empty for other callers.');

-- Runs with its owner's rights, since it would read more rows under the policies. `offset 0` looks rows up one by one, by the
-- keys of the recent leads: joined plainly, the long tables would be read whole.
-- How many leads wait for an answer less than 8, 16, 24, 48 hours and longer; the median minutes until an answer, of the last 30
-- days; leads won and lost in each of the last six months; the eight products and industries of most leads of the last 90 days.
create function private.lead_figures() returns jsonb
language plpgsql stable security definer set search_path = '' as $$
begin
  return case when private.is_staff() then jsonb_build_object(
    'waiting', (
      select jsonb_build_array(
        count(*) filter (where age < interval '8 hours'),
        count(*) filter (where age >= interval '8 hours' and age < interval '16 hours'),
        count(*) filter (where age >= interval '16 hours' and age < interval '24 hours'),
        count(*) filter (where age >= interval '24 hours' and age < interval '48 hours'),
        count(*) filter (where age >= interval '48 hours')
      )
      from (select now() - created_at as age from public.lead_handling where merged_into is null and answered_at is null and state <> 'spam') as waiting
    ),
    'median_minutes', (
      select round(percentile_cont(0.5) within group (order by extract(epoch from handling.answered_at - lead.created_at)) / 60)
      from public.leads as lead
      cross join lateral (select answered_at from public.lead_handling where lead_id = lead.id and merged_into is null offset 0) as handling
      where lead.created_at > now() - interval '30 days' and handling.answered_at is not null
    ),
    'months', (
      select jsonb_agg(jsonb_build_object('month', to_char(month, 'YYYY-MM'), 'won', won, 'lost', lost) order by month)
      from date_trunc('month', now() at time zone 'Asia/Kolkata') as this_month
      cross join lateral generate_series(this_month - interval '5 months', this_month, interval '1 month') as month
      cross join lateral (
        select
          count(*) filter (where last.value = 'won') as won,
          count(*) filter (where last.value = 'lost') as lost
        from public.lead_events as last
        cross join lateral (select state from public.lead_handling where lead_id = last.lead_id and merged_into is null offset 0) as handling
        where last.kind = 'state' and last.value in ('won', 'lost') and last.value = handling.state
          and last.created_at >= month at time zone 'Asia/Kolkata' and last.created_at < (month + interval '1 month') at time zone 'Asia/Kolkata'
          and last.number = (
            select number from public.lead_events as latest
            where latest.lead_id = last.lead_id and latest.kind = 'state' order by number desc limit 1
          )
      ) as settled
    ),
    'products', (
      select coalesce(jsonb_agg(jsonb_build_object('name', title, 'leads', leads) order by leads desc, title), '[]')
      from (
        select title, count(*) as leads
        from public.leads as lead
        cross join lateral (select from public.lead_handling where lead_id = lead.id and merged_into is null offset 0) as handling
        cross join lateral (select distinct unnest(lead.selected_products) as title) as requested
        where lead.created_at > now() - interval '90 days'
        group by title order by leads desc, title limit 8
      ) as top
    ),
    'industries', (
      select coalesce(jsonb_agg(jsonb_build_object('name', title, 'leads', leads) order by leads desc, title), '[]')
      from (
        with requested as materialized (
          select lead.id, unnest(lead.selected_products) as title from public.leads as lead
          cross join lateral (select from public.lead_handling where lead_id = lead.id and merged_into is null offset 0) as handling
          where lead.created_at > now() - interval '90 days'
        ),
        tagged as materialized (
          select distinct titles.title, tag.name
          from (select distinct title from requested) as titles
          cross join lateral (select id from public.products where products.name = titles.title offset 0) as product
          cross join lateral (
            select industry_tag_id from public.product_industry_tags where product_id = product.id offset 0
          ) as link
          join public.industry_tags as tag on tag.id = link.industry_tag_id
        )
        select tagged.name as title, count(distinct requested.id) as leads
        from requested join tagged using (title)
        group by tagged.name order by leads desc, tagged.name limit 8
      ) as top
    )
  ) end;
end
$$;
select private.expose('lead_figures',
  'Figures for the dashboard: waiting times of unanswered leads, the median minutes until an answer, leads won and lost by month, and the products and industries of most leads. Null for anyone but administrators and sales.');

-- Where the server announces changes (a hosted project does), those of leads are announced to who may read them, unless the
-- owner announces them already.
do $$
declare
  announced name;
begin
  for announced in
    select unnest(array['leads', 'lead_events']) from pg_publication where pubname = 'supabase_realtime' and not puballtables
    except select tablename from pg_publication_tables where pubname = 'supabase_realtime' and schemaname = 'public'
  loop
    execute format('alter publication supabase_realtime add table public.%I', announced);
  end loop;
end
$$;
