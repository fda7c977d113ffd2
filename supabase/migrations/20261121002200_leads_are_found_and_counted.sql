-- Leads by their words and time, page by page, and their number. All leads are counted as they come and go: each
-- statement notes its change, and gathers the notes that nobody else is gathering at that moment, so that no visitor
-- waits for another, and there are never many.

create table private.lead_count_changes (
  id bigint generated always as identity primary key,
  change bigint not null
);
alter table private.lead_count_changes enable row level security;
revoke all on private.lead_count_changes from public, anon, authenticated, service_role;

create function private.note_lead_count(change bigint) returns void
language sql set search_path = ''
as $$
  with gathered as (
    delete from private.lead_count_changes
    where id = any (array(select id from private.lead_count_changes limit 20 for update skip locked))
    returning lead_count_changes.change
  )
  insert into private.lead_count_changes (change)
  select note_lead_count.change + coalesce(sum(gathered.change), 0) from gathered
$$;

create function private.count_leads_along() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  number bigint;
begin
  if tg_op = 'TRUNCATE' then
    delete from private.lead_count_changes;
    return null;
  end if;
  select count(*) into number from changed;
  if number > 0 then
    perform private.note_lead_count(case tg_op when 'INSERT' then number else -number end);
  end if;
  return null;
end
$$;

create trigger count_insert after insert on public.leads referencing new table as changed
for each statement execute function private.count_leads_along();
create trigger count_delete after delete on public.leads referencing old table as changed
for each statement execute function private.count_leads_along();
create trigger count_truncate after truncate on public.leads
for each statement execute function private.count_leads_along();

-- For whoever wrote leads with the triggers off, and for those that are here.
create function private.recount_leads() returns void
language plpgsql set search_path = ''
as $$
begin
  lock table public.leads in share mode;
  delete from private.lead_count_changes;
  insert into private.lead_count_changes (change) select count(*) from public.leads;
end
$$;
select private.recount_leads();

-- The condition on leads of the words ($1), in a range of time ($2 to before $3) or after a moment ($4).
create function private.leads_condition(words text, since timestamptz, before timestamptz, after timestamptz) returns text
language sql immutable set search_path = ''
as $$
  select concat_ws(
    ' and ', 'true',
    case when words <> '' then 'lead.search_text ilike $1' end,
    case when since is not null then 'lead.created_at >= $2' end,
    case when before is not null then 'lead.created_at < $3' end,
    case when after is not null then 'lead.created_at > $4' end
  )
$$;

-- Each statement is planned with its words, since a rare word and a common one are best found differently.
create function private.find_leads(
  words text, since timestamptz, before timestamptz, after timestamptz, ascending boolean, beyond timestamptz, beyond_id uuid,
  size integer
) returns setof public.leads
language plpgsql stable security definer set search_path = '' rows 25
as $$
declare
  direction constant text := case when ascending then 'asc' else 'desc' end;
  behind constant text := case when ascending then '>' else '<' end;
begin
  if private.is_admin() then
    return query execute
      'select lead.* from public.leads as lead where ' || private.leads_condition(words, since, before, after)
      || case
        when beyond is not null
        then format(' and lead.created_at %1$s= $5 and (lead.created_at %1$s $5 or lead.id %1$s $6)', behind)
        else ''
      end
      || format(' order by lead.created_at %1$s, lead.id %1$s limit $7', direction)
    using private.containing(words), since, before, after, beyond, beyond_id, size;
  end if;
end
$$;

create function private.count_leads(words text, since timestamptz, before timestamptz, after timestamptz) returns integer
language plpgsql stable security definer set search_path = ''
as $$
declare
  number integer;
begin
  if not private.is_admin() then
    return null;
  end if;
  if words = '' and since is null and before is null and after is null then
    return (select coalesce(sum(change), 0) from private.lead_count_changes);
  end if;
  execute 'select count(*) from public.leads as lead where ' || private.leads_condition(words, since, before, after)
  into number using private.containing(words), since, before, after;
  return number;
end
$$;

create function public.find_leads(
  words text default '', since timestamptz default null, before timestamptz default null, after timestamptz default null,
  ascending boolean default false, beyond timestamptz default null, beyond_id uuid default null, size integer default 25
) returns setof public.leads
language sql stable set search_path = '' rows 25
as $$
  select * from private.find_leads(words, since, before, after, ascending, beyond, beyond_id, least(greatest(size, 0), 1000))
$$;
comment on function public.find_leads is
  'Leads with the words in any of their texts, each character taken as it is and whatever its case, that came since, before or after a time: at most "size" of those beyond a created_at and an id. In no order of their own. Nothing for anyone but administrators.';

create function public.count_leads(
  words text default '', since timestamptz default null, before timestamptz default null, after timestamptz default null
) returns integer
language sql stable set search_path = ''
as $$
  select private.count_leads(words, since, before, after)
$$;
comment on function public.count_leads is
  'How many leads find_leads finds in all. Null for anyone but administrators.';

revoke execute on function
  private.note_lead_count(bigint), private.count_leads_along(), private.recount_leads(),
  private.leads_condition(text, timestamptz, timestamptz, timestamptz),
  private.find_leads(text, timestamptz, timestamptz, timestamptz, boolean, timestamptz, uuid, integer),
  private.count_leads(text, timestamptz, timestamptz, timestamptz),
  public.find_leads(text, timestamptz, timestamptz, timestamptz, boolean, timestamptz, uuid, integer),
  public.count_leads(text, timestamptz, timestamptz, timestamptz)
from public;
revoke execute on function
  public.find_leads(text, timestamptz, timestamptz, timestamptz, boolean, timestamptz, uuid, integer),
  public.count_leads(text, timestamptz, timestamptz, timestamptz)
from anon;
grant execute on function
  private.find_leads(text, timestamptz, timestamptz, timestamptz, boolean, timestamptz, uuid, integer),
  private.count_leads(text, timestamptz, timestamptz, timestamptz),
  public.find_leads(text, timestamptz, timestamptz, timestamptz, boolean, timestamptz, uuid, integer),
  public.count_leads(text, timestamptz, timestamptz, timestamptz)
to authenticated, service_role;
