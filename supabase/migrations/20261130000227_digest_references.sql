-- digest references
select set_config('lock_timeout', '5s', true);

-- Written by npm run migration from supabase/schemas.
-- One list as its screen has it for the caller: {"part", "number", "rows": the first five, [{"id", "number", "company", "name", "day"}]}. The number
-- of a lead is its reference, by which files of e-mails are found when its person is erased. The day is that on which a lead came or is due, or a
-- quotation was sent or ends.
create or replace function private.waiting_list(part text, filters jsonb) returns jsonb
language sql stable security definer set search_path = '' as $$
  select jsonb_build_object('part', part, 'number', number, 'rows', rows) from (
    select private.count_leads(filters => waiting_list.filters) as number, (
      select jsonb_agg(to_jsonb(listed) - 'at' order by day, at, id) from (
        select found.id, found.reference as number, found.company, found.name, found.created_at as at, case when filters ? 'due_to' then due_on else private.day_in_india(found.created_at) end as day
        from private.find_leads(
          ascending => true, size => 5, filters => waiting_list.filters, sorted => case when filters ? 'due_to' then 'due' else 'created_at' end
        ) as found join public.lead_handling as handling on handling.lead_id = found.id
      ) as listed
    ) as rows where part like '%leads'
    union all
    select private.count_quotations('', filters), (
      select jsonb_agg(to_jsonb(listed) - 'at' order by day, at, id) from (
        select id, number, company, name, created_at as at, case part when 'expiring_quotations' then valid_until else private.day_in_india(sent_at) end as day
        from private.find_quotations(
          filters => waiting_list.filters, ascending => true, size => 5, sorted => case part when 'expiring_quotations' then 'valid_until' else 'created_at' end
        )
      ) as listed
    ) where part like '%quotations'
  ) as counted where number > 0
$$;

-- A lead as programs read it.
create or replace function private.lead_for_programs(lead uuid) returns jsonb
language sql stable set search_path = '' as $$
  select jsonb_build_object(
    'id', leads.id, 'reference', reference, 'created_at', leads.created_at, 'changed_at', changed_at,
    'state', state, 'assigned_to', assigned_email, 'due_on', due_on, 'merged_into', merged_into, 'is_erased', erased_at is not null,
    'name', name, 'company', company, 'email', email, 'phone', phone, 'message', message, 'needed_by', needed_by,
    'budget_per_gift', budget_per_gift, 'delivery_city', delivery_city, 'wants_branding', wants_branding,
    'source', source, 'medium', medium, 'campaign', campaign, 'referrer', referrer, 'landing_page', landing_page,
    'lines', coalesce((
      select jsonb_agg(jsonb_build_object('product_id', product_id, 'name', item.name, 'quantity', quantity, 'note', note, 'colours', colours) order by position)
      from public.lead_items as item where item.lead_id = leads.id
    ), (select jsonb_agg(jsonb_build_object('product_id', null, 'name', each, 'quantity', null, 'note', null, 'colours', null)) from unnest(selected_products) as each), '[]')
  )
  from public.leads join public.lead_handling on lead_handling.lead_id = leads.id left join private.lead_changes on lead_changes.lead_id = leads.id
  where leads.id = lead
$$;
-- Written until here.
