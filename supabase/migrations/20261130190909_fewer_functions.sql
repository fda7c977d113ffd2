-- fewer functions
select set_config('lock_timeout', '5s', true);

-- Written by npm run migration from supabase/schemas.
drop trigger announce_on_delete on public.products;

drop trigger release_dark_logo on public.site_settings;

drop trigger release_hero_image on public.site_settings;

drop trigger release_icon on public.site_settings;

drop function private.set_up_managed_table(managed regclass, everyone_reads boolean);

drop function private.enable_row_security(protected regclass);

create or replace function private.save_digest(hour integer, days integer) returns void
language sql security definer set search_path = '' as $$
  select private.require(private.is_staff(), 'Only administrators and sales have a digest');
  select private.require(hour between 0 and 23 is not false and days between 5 and 7, 'Choose an hour of the day, and 5, 6 or 7 days', '22023');
  update public.profiles set digest_hour = hour, digest_days = days where id = auth.uid()
$$;

-- Protects a table: row level security, no grants but reading for accounts and those that follow, and TRUNCATE refused. Its readers
-- are staff or administrators; without any, policies for reading follow.
create function private.enable_row_security(protected regclass, readers text default null) returns void
language plpgsql set search_path = '' as $$
begin
  execute format('alter table %s enable row level security', protected);
  execute format('revoke all on %s from anon, authenticated', protected);
  execute format('grant all on %s to service_role', protected);
  execute format('grant select on %s to authenticated', protected);
  perform private.allow_service_role(protected);
  execute format(
    'create trigger refuse_truncate before truncate on %s for each statement execute function private.refuse_truncate()',
    protected
  );
  if readers is not null then
    execute format(
      'create policy %I on %s for select to authenticated using ((select private.%I()))', readers || ' read', protected,
      case readers when 'staff' then 'is_staff' else 'is_admin' end
    );
  end if;
end
$$;

-- Before the foreign keys act, while the record is locked and its links and facts are there. A link table has the record on
-- one side or the other; ids are unique among all tables.
create or replace function private.store_deleted_record() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  record constant jsonb := to_jsonb(old);
  links constant jsonb := jsonb_strip_nulls(jsonb_build_object(
    'subcategory_categories', (
      select jsonb_agg(link) from public.subcategory_categories as link where old.id in (subcategory_id, category_id)
    ),
    'product_industry_tags', (
      select jsonb_agg(link) from public.product_industry_tags as link where old.id in (product_id, industry_tag_id)
    ),
    'product_themes', (select jsonb_agg(link) from public.product_themes as link where old.id in (product_id, theme_id)),
    'product_doctor_type_tags', (
      select jsonb_agg(link) from public.product_doctor_type_tags as link where old.id in (product_id, doctor_type_tag_id)
    ),
    'products', (
      select jsonb_agg(jsonb_build_object('id', id, 'category_id', category_id, 'subcategory_id', subcategory_id))
      from public.products where old.id in (category_id, subcategory_id)
    ),
    'product_branding_methods', (
      select jsonb_agg(link) from public.product_branding_methods as link where old.id in (product_id, branding_method_id)
    ),
    'product_pictures', (select jsonb_agg(fact) from public.product_pictures as fact where product_id = old.id),
    'product_colours', (select jsonb_agg(fact) from public.product_colours as fact where product_id = old.id),
    'product_parts', (select jsonb_agg(fact) from public.product_parts as fact where product_id = old.id),
    'product_terms', (select jsonb_agg(fact) from public.product_terms as fact where product_id = old.id),
    'product_price_breaks', (select jsonb_agg(fact) from public.product_price_breaks as fact where product_id = old.id)
  ));
begin
  insert into public.deleted_records (id, entity, name, record, links, products, image_names)
  values (
    old.id, tg_table_name, coalesce(record ->> 'name', record ->> 'title', record ->> 'words'), record, links,
    (
      select count(distinct coalesce(link ->> 'product_id', link ->> 'id'))
      from jsonb_each(links) as kind, jsonb_array_elements(kind.value) as link
      where coalesce(link ->> 'product_id', link ->> 'id') <> old.id::text
    ),
    private.shown_image_names(record, links)
  )
  on conflict (id) do update set
    entity = excluded.entity, name = excluded.name, record = excluded.record, links = excluded.links,
    products = excluded.products, image_names = excluded.image_names, deleted_at = excluded.deleted_at;
  -- What is looked for at each visit is there, or was changed.
  delete from private.demo_records where id = old.id;
  return old;
end
$$;

-- The rights on a table that the back office manages, and the triggers of its records. Only administrators write it. Its readers are
-- everyone, staff or administrators; without any, policies for reading follow. Its deleted records can be restored, if wanted.
create function private.set_up_managed_table(managed regclass, readers text default null, is_restorable boolean default true) returns void
language plpgsql set search_path = '' as $$
begin
  perform private.enable_row_security(managed, nullif(readers, 'everyone'));
  execute format('grant insert, update, delete on %s to authenticated', managed);
  if readers = 'everyone' then
    execute format('grant select on %s to anon', managed);
    execute format('create policy "everyone reads" on %s for select to anon, authenticated using (true)', managed);
  end if;
  execute format(
    'create policy "administrators create" on %s for insert to authenticated with check ((select private.is_admin()))', managed
  );
  execute format(
    'create policy "administrators change" on %s for update to authenticated
     using ((select private.is_admin())) with check ((select private.is_admin()))',
    managed
  );
  execute format(
    'create policy "administrators delete" on %s for delete to authenticated using ((select private.is_admin()))', managed
  );
  execute format(
    'create trigger notify_change after insert or update or delete or truncate on %s execute function private.notify_change()', managed
  );
  if exists (select from pg_attribute where attrelid = managed and attname = 'version') then
    execute format(
      'create trigger count_version before insert or update on %1$s for each row execute function private.count_version();
       create trigger normalize before insert or update on %1$s for each row execute function private.normalize_texts()',
      managed
    );
    perform private.after_changes(managed, 'record_history', 'record_changes()');
    if is_restorable then
      execute format(
        'create trigger store_deleted_record before delete on %s for each row execute function private.store_deleted_record()', managed
      );
    end if;
  end if;
end
$$;

create or replace function private.site_details() returns jsonb
language sql stable security definer set search_path = '' as $$
  select jsonb_strip_nulls(jsonb_build_object(
    'name', name, 'footer_tagline', footer_tagline, 'logo_url', logo_url, 'logo_dark_url', logo_dark_url, 'icon_url', icon_url,
    'colour_scheme', colour_scheme, 'colour_primary', colour_primary,
    'colour_accent', colour_accent, 'contact_email', contact_email, 'contact_phone', contact_phone,
    'second_phone', second_phone, 'second_phone_label', second_phone_label,
    'contact_address', contact_address, 'whatsapp_number', whatsapp_number, 'grievance_contact', grievance_contact, 'counts', nullif(counts_visits, true),
    'pharma_hints', nullif(pharma_hints, true), 'hero_headline', hero_headline, 'hero_text', hero_text,
    'hero_image_url', hero_image_url, 'hero_image_alt', hero_image_alt, 'terms_changed_on', terms_changed_on,
    'claimed_products', claimed_products, 'claimed_members', claimed_members, 'claimed_answer', claimed_answer,
    'claimed_compliance', claimed_compliance, 'own_products', own_products,
    'offers_samples', nullif(offers_samples, true), 'sample_charge', sample_charge, 'sample_return_days', sample_return_days,
    -- Whether the catalogue shows gifts of the industry that the home page names.
    'sells_pharma', nullif(own_products is not null and exists (
      select from public.industry_tags as industry
      join public.product_industry_tags as link on link.industry_tag_id = industry.id
      join public.products as product on product.id = link.product_id
      where lower(industry.name) = 'pharmaceutical' and product.is_sample
    ), false)
  ))
  from private.own_products() as own_products left join public.site_settings on true
$$;

-- Links and facts show no more than their product does: the subquery is itself under the policies of products.
create or replace function private.show_with_product(fact_table regclass) returns void
language plpgsql set search_path = '' as $$
begin
  execute format(
    'grant select on %1$s to anon;
     create policy "visitors read those of featured products" on %1$s for select to anon
       using (product_id = any ((select private.home_page_product_ids())::uuid[]));
     create policy "readable with their product" on %1$s for select to authenticated
       using ((select private.is_staff()) or exists (select from public.products where products.id = product_id))',
    fact_table
  );
end
$$;

-- The arguments are the columns with addresses of images.
create or replace function private.release_image() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  insert into private.released_images
  select distinct released, now()
  from unnest(tg_argv) as field cross join lateral private.stored_image_name(to_jsonb(old) ->> field) as released
  where released is not null and released is distinct from private.stored_image_name(to_jsonb(new) ->> field)
  on conflict (name) do update set released_at = excluded.released_at;
  return null;
end
$$;

-- The page that public.catalogue_page describes, its arguments as JSON. Sees all products, hence the fixed conditions:
-- samples only, and no more than the preview without a session. Planned for each combination of filters, with its values.
create or replace function private.catalogue_page_of(arguments jsonb) returns json
language plpgsql stable security definer set search_path = '' as $$
declare
  is_visitor constant boolean := auth.uid() is null;
  size constant integer := least(
    greatest(coalesce((arguments ->> 'page_size')::integer, 48), 1), case when is_visitor then 12 else 100 end
  );
  after constant text := arguments ->> 'after';
  counts constant boolean := coalesce((arguments ->> 'counts')::boolean, false);
  search record := private.search_condition(arguments ->> 'q');
  sorted constant text := coalesce(arguments ->> 'sort', case when search.condition = '' then 'newest' else 'relevance' end);
  key constant text := private.sort_key(sorted, case when search.condition <> '' then search.distance end);
  list_order constant text := concat_ws(', ', case when key is not null then 'key' end, 'created_at desc', 'product_id');
  filters record;
  condition text;
  is_found_first boolean;
  telling text[];
  listing text := 'select * from matching order by ' || list_order || ' limit $3';
  cursor record;
  total bigint;
  value_counts json;
  ids uuid[];
  times timestamptz[];
  keys text[];
  next_page text;
begin
  perform private.require(sorted = 'newest' or key is not null, 'The catalogue has no such order: ' || sorted, '22023');
  filters := private.filter_conditions(arguments);
  condition := 'is_sample' || search.condition || array_to_string(filters.conditions, '') || filters.on_facts;
  select * into cursor from private.read_page_cursor(case when not is_visitor then after end, sorted);
  if counts then
    select numbers.total, numbers.counts into total, value_counts
    from private.catalogue_counts(filters.sections, filters.conditions, search.condition || filters.on_facts) as numbers;
    if (arguments ->> 'facts')::boolean then
      value_counts := value_counts::jsonb
        || private.fact_counts(search.condition || array_to_string(filters.conditions, ''), filters.fact_conditions);
    end if;
  end if;
  -- A search, and products with a filter in another order than the newest first, are found before they are counted and
  -- sorted: the planner might read an index in the list's order to its end.
  is_found_first := search.condition <> '' or (key is not null and condition <> 'is_sample');
  if total > 500 and after is null and is_found_first and (sorted <> 'relevance' or key = '0') then
    ids := private.first_products(condition, concat_ws(', ', nullif(key, '0'), 'created_at desc', 'product_id'), size + 1);
    if cardinality(ids) > size then
      condition := format('product_id = any (%L::uuid[])', ids);
    end if;
  end if;
  if after is not null and not is_visitor then
    total := cursor.total;
    listing := private.statement_after(key is not null, cursor.key, list_order);
  end if;
  -- One product more than the page has shows whether there is a next page.
  execute format(
    'with matching as %s materialized (
       select product_id, created_at, %s as distance, %s as key from private.product_search where %s
     )
     select %s, array_agg(product_id), array_agg(created_at), array_agg(key::text) from (%s) as listed',
    case when not is_found_first then 'not' end, search.distance, coalesce(key, 'null'), condition,
    coalesce(total::text, '(select count(*) from matching)'), listing
  )
  into total, ids, times, keys using cursor.created_at, cursor.id, size + 1;
  if ids is null and search.parts <> '{}' and not arguments ? 'left_out' then
    telling := private.telling_words(search.query_words, search.parts);
    if telling is not null then
      return private.catalogue_page_of(private.telling_arguments(arguments, search.query_words, telling));
    end if;
  end if;
  if cardinality(ids) > size and not is_visitor then
    next_page := concat_ws('.', total, (extract(epoch from times[size]) * 1000000)::bigint, ids[size], nullif(sorted, 'newest'), keys[size]);
  end if;
  if counts or search.condition <> '' then
    return json_build_object(
      'total', total, 'products', private.product_cards(ids[:size]), 'next', next_page, 'counts', value_counts,
      'search', case when search.condition <> '' then private.search_report(search.words, search.unknown, ids)::jsonb
        || case when arguments ? 'left_out' then jsonb_build_object('used', arguments -> 'q', 'left_out', arguments -> 'left_out') else '{}' end end
    );
  end if;
  return json_build_object('total', total, 'products', private.product_cards(ids[:size]), 'next', next_page);
end
$$;

-- All of it or nothing, and of a whole that was made in parts the next part. Links whose other end has gone are left out, and restored
-- with it.
create or replace function public.restore_record(record_id uuid) returns jsonb
language plpgsql set search_path = '' as $$
declare
  deleted public.deleted_records;
  left_out integer;
  remaining bigint;
begin
  perform private.require(private.is_admin(), 'You may not restore records');
  select * into deleted from public.deleted_records where id = record_id;
  if deleted.scope <> 'record' then
    -- Concurrent ones wait here, and find what is left.
    perform private.lock_for_bulk_change('products', '{}');
    select * into deleted from public.deleted_records where id = record_id;
  end if;
  perform private.require(found and deleted.scope <> 'part', 'It can no longer be restored, or it has already been restored', 'PT404');
  if deleted.scope = 'import' then
    return private.undo_import(deleted);
  end if;
  left_out := case deleted.scope when 'record' then private.restore_deleted(deleted.entity, array[record_id]) else private.restore_whole(deleted) end;
  select coalesce(sum(case when deleted.scope = 'edit' or part.record ? 'taken_from' then part.products else 1 end), 0) into remaining
  from public.deleted_records as part where part.part_of = record_id;
  delete from public.deleted_records where id = record_id and remaining = 0;
  return jsonb_build_object('name', deleted.name, 'products', deleted.products, 'left_out', left_out)
    || case when deleted.record ? 'most' then jsonb_build_object('left', remaining) else '{}' end;
end
$$;

-- What a row makes of a product, of which `before` has what it is: {"product", "notes", "created"}.
create or replace function private.product_of_import(item jsonb, options jsonb, before jsonb, errors jsonb) returns jsonb
language plpgsql set search_path = '' as $$
declare
  pictures record;
  product jsonb := before || private.fields_of_row(item, before);
  notes jsonb;
  created jsonb;
begin
  if item ?| array['image_url', 'stored_image', 'pictures'] then
    select * into pictures from private.pictures_of_row(item, before);
    product := product || pictures.fields;
    errors := errors || pictures.errors;
  end if;
  product := product || jsonb_build_object('colours', private.colours_of_row(product, before -> 'colours'));
  select * into product, notes, created from private.import_names(item, options, product);
  if coalesce(product ->> 'name', '') = '' then
    errors := errors || '{"name": "Name is required"}';
  end if;
  if product ->> 'budget' <> all (private.budget_bands()) then
    errors := errors || jsonb_build_object('budget', format(
      'The budget must be one of %s', regexp_replace(array_to_string(private.budget_bands(), ', '), ', ([^,]*)$', ' and \1')
    ));
  end if;
  if errors <> '{}' then
    -- What the file was found to have wrong says more than what is missing for it.
    raise exception 'invalid row' using errcode = 'GW001', detail = notes || errors || coalesce(item -> 'errors', '{}');
  end if;
  return jsonb_build_object('product', private.settled_product(product), 'notes', notes, 'created', created);
end
$$;

-- The reference of the newest lead of the last day with exactly these texts and products, of the caller's own before others.
create or replace function private.inquiry_reference(
  name text, company text, email text, phone text, message text default null, selected_products text[] default null
) returns text
language sql stable set search_path = '' as $$
  select lead.reference from public.leads as lead
  where lower(lead.email) = lower(private.trimmed(inquiry_reference.email))
    and lead.created_at > now() - interval '1 day'
    and (lead.name, lead.company, lead.phone, lead.message, lead.selected_products) is not distinct from (
      private.trimmed(inquiry_reference.name), private.trimmed(inquiry_reference.company),
      private.trimmed(inquiry_reference.phone), nullif(private.trimmed(inquiry_reference.message), ''),
      inquiry_reference.selected_products
    )
  order by lead.sender_id is not distinct from auth.uid() desc, lead.created_at desc
  limit 1
$$;

-- Under the limits on leads; an equal one is not stored again. Runs with its owner's rights, since a sender learns no id to
-- write lines for.
-- Items are [{"id", "name", "quantity", "note", "colours": [{"name", "quantity"}]}]. Where colours have quantities, the line's is
-- their sum. The notice is the one that was shown, {"version", "language"} of privacy_notices_of('inquiry'), and is stored with the
-- time; marketing_consent is never needed. An account that shares with colleagues may share it with them.
create or replace function private.send_inquiry(
  name text, company text, email text, phone text, items jsonb, message text default null, needed_by date default null,
  budget_per_gift integer default null, delivery_city text default null, wants_branding boolean default false,
  notice jsonb default null, marketing_consent boolean default false, shares boolean default false
) returns text
language plpgsql security definer set search_path = '' as $$
declare
  names text[];
  lines jsonb;
  stored public.leads;
  seen_version integer;
  seen_language text;
begin
  select * into names, lines from private.lines_of(items);
  select visible.version, visible.language into seen_version, seen_language from public.privacy_notices as visible
  where visible.form = 'inquiry' and visible.version::text = notice ->> 'version' and visible.language = notice ->> 'language';
  insert into public.leads as lead (
    name, company, email, phone, message, selected_products, needed_by, budget_per_gift, delivery_city, wants_branding, lines_hash,
    notice_version, notice_language, marketing_consent
  ) values (
    send_inquiry.name, send_inquiry.company, send_inquiry.email, send_inquiry.phone, send_inquiry.message, names,
    send_inquiry.needed_by, send_inquiry.budget_per_gift, send_inquiry.delivery_city,
    coalesce(send_inquiry.wants_branding, false), md5(lines::text)::uuid, seen_version, seen_language,
    coalesce(send_inquiry.marketing_consent, false)
  )
  returning lead.* into stored;
  if stored.id is null then
    return private.inquiry_reference(name, company, email, phone, message, names);
  end if;

  perform private.add_lines(stored.id, lines);
  insert into private.shared_inquiries (lead_id, domain)
  select stored.id, team from private.team_of(auth.uid()) as team where team is not null and send_inquiry.shares;
  return stored.reference;
end
$$;

-- Values: state (new, in_progress, quoted, won, lost, spam); assigned (the id of one of administrators(), or null); due (a day, or
-- null); note (a text); answered (email, whatsapp); merged (the id of the lead that stands for it, or null); undone (the number of
-- an answer, a state, an assignment or a merge); link (ended, or renewed, which mails the buyer another one). With the state lost go a
-- reason (price, date, product, other) and a note on it.
create or replace function private.handle_lead(lead uuid, kind text, value text default null, reason text default null, note text default null)
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

-- What the seller thinks of a lead stays with the seller: spam looks new, and lost closed. A visitor gets pictures of products
-- whose ids were sent, and of names that the preview shows; the link of an inquiry that an account has sent shows what it saw.
create or replace function private.inquiry_as_json(mine public.leads) returns json
language plpgsql stable security definer set search_path = '' as $$
begin
  return json_build_object(
    'reference', mine.reference, 'created_at', mine.created_at, 'message', mine.message,
    'needed_by', mine.needed_by, 'budget_per_gift', mine.budget_per_gift, 'delivery_city', mine.delivery_city,
    'wants_branding', mine.wants_branding, 'marketing_consent', mine.marketing_consent, 'erased_at', mine.erased_at,
    'state', (
      -- A merged inquiry has the state of the lead that stands for it.
      select case state when 'spam' then 'new' when 'opened' then 'new' when 'won' then 'ordered' when 'lost' then 'closed' else state end
      from public.lead_handling
      where lead_id = coalesce((select own.merged_into from public.lead_handling as own where own.lead_id = mine.id), mine.id)
    ),
    'is_mailed', exists (select from public.outbox where lead_id = mine.id and kind = 'acknowledgement' and state = 'sent'),
    'artworks', private.artworks_with(mine.id),
    'lines', (
      select coalesce(json_agg(json_build_object(
        'name', line.name, 'quantity', line.quantity, 'note', line.note, 'colours', line.colours,
        'product', (
          select private.product_again(product, line.colours) from public.products as product
          where product.is_sample and (
            product.id = line.product_id
            or (not line.has_ids and product.name = line.name and (coalesce(auth.uid(), mine.sender_id) is not null or product.id::text in (
              select card ->> 'id' from json_array_elements(private.catalogue_page_of('{}') -> 'products') as card
            )))
          )
          order by product.created_at desc limit 1
        )
      ) order by line.position), '[]')
      from (
        select item.name, item.quantity, item.note, item.colours, item.product_id, true as has_ids, item.position::bigint
        from public.lead_items as item where item.lead_id = mine.id
        union all
        -- An inquiry without quantities holds names alone.
        select listed.name, null, null, null, null, false, listed.position
        from unnest(mine.selected_products) with ordinality as listed (name, position)
        where not exists (select from public.lead_items as item where item.lead_id = mine.id)
      ) as line
    )
  );
end
$$;

-- The inquiry of a link's token, or of a reference among the caller's own. Reading changes nothing, so a mail scanner may.
create or replace function private.linked_inquiry(token text) returns public.leads
language plpgsql stable security definer set search_path = '' as $$
declare
  linked public.leads;
begin
  select lead.* into linked from public.leads as lead
  where lead.id in (
    select id from public.leads where link = private.link_hash(token)
    union all select lead_id from public.outbox where links @> array[private.link_hash(token)]
    union all select lead_id from private.erased_links where hash = private.link_hash(token)
    union all select id from private.own_inquiries() where reference = upper(token)
  )
  order by lead.created_at desc limit 1;
  perform private.require(linked.id is not null, 'This link does not open an inquiry. It may have ended or been cut off.', 'PT404');
  return linked;
end
$$;

-- Of a colleague's reference what is shared. Else with the quotations that were accepted, which an erasure leaves: {"accepted_quotations": [{"number", "total_paise"}]}, without none.
create or replace function private.open_inquiry(token text) returns json
language plpgsql stable security definer set search_path = '' as $$
declare
  lead public.leads;
begin
  select * into lead from private.colleagues_inquiries() as shared where shared.reference = upper(token);
  if found then
    return private.colleagues_inquiry_as_json(lead);
  end if;
  lead := private.linked_inquiry(token);
  return case when lead.id in (select id from private.own_inquiries()) then private.own_inquiry_as_json(lead) else private.inquiry_as_json(lead)::jsonb end || jsonb_strip_nulls(jsonb_build_object('accepted_quotations', (
    select jsonb_agg(jsonb_build_object('number', number, 'total_paise', total_paise) order by number)
    from public.quotations join public.quotation_versions on quotation_id = quotations.id where lead_id = lead.id and accepted is not null
  ))) || jsonb_build_object('samples', private.samples_as_json(lead.id));
end
$$;

-- Sharing ends for the team that sees it; anyone who has sent it may end it.
create or replace function private.share_inquiry(reference text, shares boolean) returns void
language plpgsql security definer set search_path = '' as $$
declare
  team constant text := private.team_of(auth.uid());
  own constant uuid := (
    select id from private.own_inquiries() as mine where mine.reference = upper(share_inquiry.reference) and erased_at is null limit 1
  );
begin
  perform private.require(own is not null and (team is not null or shares is not true), 'Only its sender can share an inquiry, and only with colleagues who also share');
  delete from private.shared_inquiries where lead_id = own;
  insert into private.shared_inquiries (lead_id, domain) select own, team where shares;
end
$$;

-- The quotation that staff act on, locked, so that those who act on the same one wait for each other.
create or replace function private.staffs_quotation(quotation uuid, states text[] default null, action text default null) returns public.quotations
language plpgsql set search_path = '' as $$
declare
  current public.quotations;
begin
  perform private.require(private.is_staff(), 'Only administrators and sales handle quotations');
  select * into current from public.quotations as listed where listed.id = quotation for update;
  perform private.require(found, 'This quotation does not exist', 'PT404');
  perform private.require(
    current.erase_on is null, 'The buyer''s details were erased: the legal copy of this quotation can only be printed', 'PT409'
  );
  if states is not null then
    perform private.require_quotation_state(current, states, action);
  end if;
  return current;
end
$$;

-- What a lead asked for, as it stands beside a draft: [{"id", "reference", "created_at", "message", "needed_by", "budget_per_gift",
-- "delivery_city", "wants_branding", "lines": [{"name", "quantity", "note", "colours"}]}].
create or replace function private.asked_by_lead(lead uuid) returns json
language sql stable security definer set search_path = '' as $$
  select coalesce(json_agg(json_build_object(
    'id', inquiry.id, 'reference', inquiry.reference, 'created_at', inquiry.created_at, 'message', inquiry.message,
    'needed_by', inquiry.needed_by, 'budget_per_gift', inquiry.budget_per_gift, 'delivery_city', inquiry.delivery_city,
    'wants_branding', inquiry.wants_branding,
    'lines', coalesce((
      select json_agg(json_build_object('name', name, 'quantity', quantity, 'note', note, 'colours', colours) order by position)
      from public.lead_items where lead_id = inquiry.id
    ), (
      select json_agg(json_build_object('name', name, 'quantity', null, 'note', null, 'colours', null) order by position)
      from unnest(inquiry.selected_products) with ordinality as listed (name, position)
    ), '[]')
  ) order by part.rank), '[]')
  from private.inquiries_of_lead(lead) as part join public.leads as inquiry on inquiry.id = part.id
$$;

-- A line that has quantities by colour becomes one line for each of its colours. An inquiry without lines has the names of products.
create or replace function private.draft_quotation(lead uuid) returns uuid
language plpgsql security definer set search_path = '' as $$
declare
  inquiry public.leads;
  buyer public.companies;
  drafted uuid;
begin
  perform private.require(private.is_staff(), 'Only administrators and sales handle quotations');
  -- An erasure waits until the draft is stored, and erases it, too.
  select * into inquiry from public.leads where id = lead for share;
  perform private.require(found, 'This lead does not exist', 'PT404');
  perform private.require(inquiry.erased_at is null, 'The details of this inquiry were erased', '22023');
  select company.* into buyer from public.contacts join public.companies as company on company.id = company_id where contacts.id = inquiry.contact_id;
  select private.start_quotation(lead, private.cleaned_quotation(jsonb_build_object(
    'buyer', jsonb_build_object(
      'name', inquiry.name, 'company', inquiry.company, 'email', inquiry.email, 'phone', inquiry.phone, 'gstin', buyer.gstin, 'billing_address', buyer.billing_address,
      'delivery_city', inquiry.delivery_city, 'needed_by', inquiry.needed_by
    ),
    'terms', coalesce(buyer.terms, (select terms from public.seller_profile)),
    'lines', coalesce(jsonb_agg(jsonb_build_object(
      'id', gen_random_uuid(), 'product_id', product.id, 'code', product.code, 'name', line.name, 'note', line.note,
      'colour', left((select string_agg(colour ->> 'name', ', ' order by rank) from jsonb_array_elements(line.colours) with ordinality as chosen (colour, rank)), 200),
      'hsn', (select hsn from public.product_terms where product_id = product.id),
      'gst_rate', private.gst_rate_on(product.id, private.day_in_india(now())),
      'image_url', private.product_again(product, line.colours) ->> 'image_url',
      'quantities', jsonb_build_array(jsonb_build_object('quantity', coalesce(line.quantity, product.min_quantity, 1)))
    ) order by line.rank, line.position, line.ordinality), '[]')
  )))
  into drafted
  from (
    select part.rank, item.position::bigint, shade.ordinality, item.product_id, item.name, item.note,
      case when is_split then jsonb_build_array(shade.colour) else item.colours end as colours,
      case when is_split then (shade.colour ->> 'quantity')::integer else item.quantity end as quantity
    from private.inquiries_of_lead(lead) as part join public.lead_items as item on item.lead_id = part.id
    cross join lateral (select private.quantity_of_colours(item.colours) is not null as is_split) as kind
    cross join lateral jsonb_array_elements(case when is_split then item.colours else '[{}]' end) with ordinality as shade (colour, ordinality)
    union all
    select part.rank, listed.position, 1, (
      select products.id from public.products where products.name = listed.name order by created_at desc limit 1
    ), listed.name, null, null, null
    from private.inquiries_of_lead(lead) as part join public.leads on leads.id = part.id
    cross join lateral unnest(leads.selected_products) with ordinality as listed (name, position)
    where not exists (select from public.lead_items as item where item.lead_id = part.id)
    order by 1, 2, 3 limit 200
  ) as line
  left join public.products as product on product.id = line.product_id;
  return drafted;
end
$$;

-- The lead is {"id", "reference", "company"}, the order {"id", "number"}, each version has "is_expired", and "offered_prices" is {line id: {"last", "breaks",
-- "cost_paise", "mrp_paise", "parts": [{"name", "gst_rate"}], "is_brand_reminder", "is_pharmaceutical"}}.
create or replace function private.quotation_details(quotation uuid) returns json
language plpgsql stable security definer set search_path = '' as $$
declare
  latest public.quotation_versions;
  found_one public.quotations;
begin
  perform private.require(private.is_staff(), 'Only administrators and sales handle quotations');
  select * into found_one from public.quotations where id = quotation;
  perform private.require(found, 'This quotation does not exist', 'PT404');
  select * into latest from public.quotation_versions where quotation_id = quotation order by revision desc limit 1;
  return json_build_object(
    'quotation', to_json(found_one), 'given', private.given_by_buyer(quotation),
    'lead', (
      select json_build_object('id', id, 'reference', reference, 'company', company) from public.leads where id = found_one.lead_id
    ),
    'company', (
      select json_build_object('id', company.id, 'name', company.name)
      from public.contacts join public.companies as company on company.id = company_id where contacts.id = found_one.contact_id
    ),
    'order', (select json_build_object('id', id, 'number', number) from public.orders where quotation_id = found_one.id),
    'inquiries', private.asked_by_lead(found_one.lead_id),
    'versions', (
      select json_agg(to_jsonb(version) || jsonb_build_object(
        'is_expired', version.sent_at is not null and version.valid_until < private.day_in_india(now())
      ) order by revision desc)
      from public.quotation_versions as version where quotation_id = quotation
    ),
    'events', (
      select coalesce(json_agg(event order by number), '[]') from public.quotation_events as event where quotation_id = quotation
    ),
    'links', (
      select coalesce(json_agg(json_build_object(
        'id', id, 'purpose', purpose, 'email', email, 'created_at', created_at, 'ended_at', ended_at
      ) order by created_at), '[]') from public.quotation_links where quotation_id = quotation
    ),
    -- By the lines of the latest version. Remembered is what the same product cost in the newest other quotation that was sent, of the
    -- same company before others.
    'offered_prices', (
      select coalesce(json_object_agg(line ->> 'id', json_build_object(
        'last', (
          select json_build_object(
            'price_paise', price -> 'quantities' -> 0 -> 'price_paise', 'quantity', price -> 'quantities' -> 0 -> 'quantity',
            'number', other.number, 'sent_at', version.sent_at, 'is_same_buyer', coalesce(buyer.company_id = (select company_id from public.contacts where id = other.contact_id), false)
          )
          from public.quotation_versions as version join public.quotations as other on other.id = version.quotation_id
          cross join lateral jsonb_array_elements(version.content -> 'lines') as price
          where version.sent_at is not null and version.quotation_id <> quotation
            and version.content -> 'lines' @> jsonb_build_array(jsonb_build_object('product_id', line -> 'product_id'))
            and price -> 'product_id' = line -> 'product_id'
          order by buyer.company_id = (select company_id from public.contacts where id = other.contact_id) desc nulls last, version.sent_at desc limit 1
        ),
        'breaks', (
          select coalesce(json_agg(json_build_object('quantity', quantity, 'price_paise', price_paise) order by quantity), '[]')
          from public.product_price_breaks where product_id = (line ->> 'product_id')::uuid
        ),
        'cost_paise', (select cost_paise from public.product_terms where product_id = (line ->> 'product_id')::uuid),
        'mrp_paise', (select mrp_paise from public.product_terms where product_id = (line ->> 'product_id')::uuid),
        -- The rate of a part is that of the product with its name.
        'parts', (
          select coalesce(json_agg(json_build_object('name', part.name, 'gst_rate', private.gst_rate_on((
            select products.id from public.products where products.name = part.name order by created_at desc limit 1
          ), private.day_in_india(now()))) order by part.position), '[]')
          from public.product_parts as part where part.product_id = (line ->> 'product_id')::uuid
        ),
        'is_brand_reminder', coalesce((select is_brand_reminder from public.products where products.id = (line ->> 'product_id')::uuid), false),
        'is_pharmaceutical', exists (
          select from public.product_industry_tags
          where product_id = (line ->> 'product_id')::uuid and industry_tag_id = any (private.doctor_type_industries())
        )
      )), '{}')
      from jsonb_array_elements(latest.content -> 'lines') as line left join public.contacts as buyer on buyer.id = found_one.contact_id
      where line ->> 'product_id' is not null
    )
  );
end
$$;

create or replace function private.quotation_problems(content jsonb, valid_until date) returns jsonb
language sql stable security definer set search_path = '' as $$
  select private.require(private.is_staff(), 'Only administrators and sales handle quotations');
  select private.problems_of_quotation(private.cleaned_quotation(content), valid_until, private.day_in_india(now()))
$$;

-- The next number of quotations or orders, whose kind is a sign before the year: of the financial year of India in which an instant is.
-- A transaction that fails gives its number back: the row of the year is locked until then.
create function private.next_number(counters regclass, kind text, at timestamptz) returns text
language plpgsql set search_path = '' as $$
declare
  begins constant smallint := extract(year from (at at time zone 'Asia/Kolkata') - interval '3 months');
  next text;
begin
  execute format(
    'insert into %s as counter (year, last) values ($1, 1) on conflict (year) do update set last = counter.last + 1 returning counter.last', counters
  ) into next using begins;
  return private.number_series() || kind
    || to_char(begins % 100, 'FM00') || to_char((begins + 1) % 100, 'FM00') || '/' || lpad(next, greatest(4, char_length(next)), '0');
end
$$;

-- One instant decides number, financial year and date. A version that was sent before is answered as it was then, without a second
-- e-mail: the number of saves tells which one the caller means, since revisions count on.
create or replace function private.send_quotation_at(quotation uuid, saves integer, mails boolean, rates_checked boolean, at timestamptz) returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  current public.quotations := private.staffs_quotation(quotation);
  version public.quotation_versions;
  seller constant jsonb := private.quotation_seller();
  day constant date := private.day_in_india(at);
  problem text;
  stored jsonb;
begin
  select * into version from public.quotation_versions as listed where listed.quotation_id = current.id and listed.saves = send_quotation_at.saves;
  perform private.require(version.id is not null, 'This quotation has changed since it was opened', 'PT409');
  if version.sent_at is null then
    perform private.require_quotation_state(current, '{draft,sent,change_asked,declined}', 'sent');
    problem := private.problems_of_quotation(version.content, version.valid_until, day) #>> '{0,problem}';
    perform private.require(problem is null, problem, '22023');
    select format('The GST rate of %s is %s %% now, and %s %% in this quotation', line ->> 'name', rate / 100.0::real, (line ->> 'gst_rate')::integer / 100.0::real)
    into problem
    from jsonb_array_elements(version.content -> 'lines') as line
    cross join lateral private.gst_rate_on((line ->> 'product_id')::uuid, day) as rate
    where rate <> (line ->> 'gst_rate')::integer limit 1;
    if problem is not null and rates_checked is not true then
      raise exception using message = problem, errcode = '22023', hint = 'rates_checked';
    end if;

    version.content := private.with_mrp(version.content);
    current.number := coalesce(current.number, private.next_number('private.quotation_numbers', '', at));
    stored := jsonb_build_object(
      'seller', seller, 'place', private.place_of_supply(seller, version.content -> 'buyer'),
      'choice', private.whole_choice(version.content, '{}'), 'figures', private.chosen_figures(version.content, '{}', seller)
    );
    update public.quotation_versions as sending set
      sent_at = at, content = version.content, frozen = stored, sha256 = encode(sha256(convert_to(jsonb_build_object(
        'number', current.number, 'revision', version.revision, 'content', version.content, 'frozen', stored
      )::text, 'UTF8')), 'hex')
    where sending.id = version.id;
    update public.quotations as sending set number = current.number, state = 'sent' where sending.id = current.id;
    perform private.record_quotation_event(current.id, version.id, 'sent', jsonb_build_object('revision', version.revision));
    if mails then
      insert into public.outbox (version_id, kind, recipient) values (version.id, 'quotation', version.content #>> '{buyer,email}');
    end if;
  end if;
  return jsonb_build_object(
    'number', current.number, 'revision', version.revision, 'version_id', version.id,
    'token', case when mails is not true then private.make_quotation_link(version) end
  );
end
$$;

create or replace function private.withdraw_quotation(quotation uuid, reason text) returns void
language plpgsql security definer set search_path = '' as $$
declare
  current constant public.quotations := private.staffs_quotation(quotation, '{sent,change_asked,declined}', 'withdrawn');
begin
  update public.quotations as withdrawn set state = 'withdrawn' where withdrawn.id = current.id;
  perform private.record_quotation_event(
    current.id, (private.sent_version(quotation)).id, 'withdrawn', jsonb_build_object('text', private.cleaned_text('The reason', reason, 2000, false))
  );
end
$$;

-- Also after its validity, since the buyer has said so by other means.
create or replace function private.accept_quotation_for_buyer(quotation uuid, choice jsonb, name text, note text) returns void
language plpgsql security definer set search_path = '' as $$
declare
  current constant public.quotations := private.staffs_quotation(quotation, '{sent,change_asked,declined}', 'accepted');
  version constant public.quotation_versions := private.sent_version(quotation);
  acceptance constant jsonb := jsonb_build_object(
    'choice', private.required_choice(version.content, choice),
    'figures', private.accepted_figures(version, choice), 'name', private.cleaned_text('The name', name, 2000),
    'note', private.cleaned_text('The note', note, 2000), 'at', clock_timestamp(), 'by', 'seller'
  );
begin
  update public.quotation_versions set accepted = acceptance where id = version.id;
  update public.quotations set state = 'accepted' where id = current.id;
  perform private.record_quotation_event(current.id, version.id, 'accepted', acceptance - array['choice', 'figures', 'at', 'by']);
  perform private.begin_order(current.id);
end
$$;

-- The history keeps what was accepted.
create or replace function private.reopen_quotation(quotation uuid, reason text) returns void
language plpgsql security definer set search_path = '' as $$
declare
  current constant public.quotations := private.staffs_quotation(quotation);
  version constant public.quotation_versions := private.sent_version(quotation);
begin
  perform private.require(current.state in ('accepted', 'declined'), 'Only an accepted or declined quotation can be reopened', 'PT409');
  perform private.end_order(current.id) where current.state = 'accepted';
  update public.quotation_versions set accepted = null where id = version.id;
  update public.quotations set state = 'sent' where id = current.id;
  perform private.record_quotation_event(current.id, version.id, 'reopened', jsonb_build_object(
    'text', private.cleaned_text('The reason', reason, 2000), 'accepted', version.accepted
  ));
end
$$;

create or replace function private.answer_quotation(quotation uuid, "text" text, line uuid default null) returns void
language plpgsql security definer set search_path = '' as $$
declare
  current constant public.quotations := private.staffs_quotation(quotation);
  version constant public.quotation_versions := private.sent_version(quotation);
begin
  perform private.require(version.id is not null, 'A quotation has no comments before it is sent', 'PT409');
  perform private.require(
    line is null or version.content -> 'lines' @> jsonb_build_array(jsonb_build_object('id', line)), 'This line is not in the quotation', '22023'
  );
  perform private.record_quotation_event(current.id, version.id, 'comment', jsonb_build_object(
    'text', private.cleaned_text('The answer', "text", 2000), 'line', line
  ));
end
$$;

create or replace function private.quotation_totals() returns jsonb
language sql stable security definer set search_path = '' as $$
  select jsonb_build_object(
    'change_asked', private.count_quotations('', '{"state": "change_asked", "unsettled": "yes"}'),
    'declined', private.count_quotations('', '{"state": "declined", "unsettled": "yes"}'),
    'accepted', private.count_quotations('', '{"state": "accepted", "unsettled": "yes"}'),
    'unanswered', private.count_quotations('', '{"unanswered": "yes"}'), 'expiring', private.count_quotations('', '{"expiring": "yes"}'),
    'won', (
      select jsonb_agg(jsonb_build_object('month', to_char(month, 'YYYY-MM'), 'paise', paise, 'count', won) order by month)
      from date_trunc('month', now() at time zone 'Asia/Kolkata') as this_month
      cross join lateral generate_series(this_month - interval '11 months', this_month, interval '1 month') as month
      cross join lateral (
        select coalesce(sum(total_paise), 0) as paise, count(*) as won from private.quotation_rows
        where won_in = to_char(month, 'YYYY-MM')
      ) as months
    )
  ) where (select private.is_staff())
$$;

-- The link of a token, for those purposes. One that was ended is answered as one that never was, and so is that of an account which
-- no longer shares with its buyer.
create or replace function private.quotation_link(token text, purposes text[] default '{buyer,approval}') returns public.quotation_links
language plpgsql stable security definer set search_path = '' as $$
declare
  link public.quotation_links;
begin
  select * into link from public.quotation_links where hash = private.link_hash(token) and ended_at is null;
  if link.colleague_id is not null then
    if not exists (
      select from public.quotations join private.shared_inquiries as shared on shared.lead_id = quotations.lead_id
      where quotations.id = link.quotation_id and domain = private.team_of(link.colleague_id)
    ) then
      link := null;
    end if;
    link.purpose := 'colleague';
  end if;
  perform private.require(
    link.id is not null or not exists (select from private.erased_links where hash = private.link_hash(token)),
    'This quotation was deleted with the details of its buyer.', 'PT404'
  );
  perform private.require(link.id is not null, 'This link does not open a quotation. It may have ended or been cut off.', 'PT404');
  perform private.require(
    link.purpose = any (purposes),
    case link.purpose when 'approval' then 'This link is for an approval only.' when 'colleague' then 'This quotation is shared with you to read. Its buyer decides.' else 'Only the colleague who was asked can approve.' end
  );
  return link;
end
$$;

-- The version of a link, unless it shows nothing any more.
create function private.shown_version(token text, purposes text[] default '{buyer}') returns public.quotation_versions
language plpgsql stable security definer set search_path = '' as $$
declare
  link constant public.quotation_links := private.quotation_link(token, purposes);
  version public.quotation_versions;
begin
  perform private.require(private.state_of_link(link) not in ('replaced', 'withdrawn'), 'Ask for the current quotation.', 'PT410');
  select * into version from public.quotation_versions where id = link.version_id;
  return version;
end
$$;

-- The gifts of a choice as my_inquiries has the lines of an inquiry, with their products as they are now.
create or replace function private.order_again(token text, choice jsonb default null) returns json
language plpgsql stable security definer set search_path = '' as $$
declare
  version constant public.quotation_versions := private.shown_version(token, '{buyer,colleague}');
begin
  return (
    select coalesce(json_agg(json_build_object(
      'name', line -> 'name', 'quantity', line -> 'quantity', 'note', line -> 'note', 'colours', colours,
      'product', (
        select private.product_again(product, colours) from public.products as product where product.id = (line ->> 'product_id')::uuid and product.is_sample
      )
    ) order by position), '[]')
    from jsonb_array_elements(private.chosen_lines(version.content, private.checked_choice(version.content, choice))) with ordinality as listed (line, position)
    cross join lateral (select case when line ->> 'colour' <> '' then jsonb_build_array(jsonb_build_object('name', line -> 'colour', 'quantity', line -> 'quantity')) end) as chosen (colours)
    where line -> 'is_charge' is distinct from 'true'
  );
end
$$;

create or replace function private.price_quotation(token text, choice jsonb) returns jsonb
language sql stable security definer set search_path = '' as $$
  select private.figures_of_choice(private.shown_version(token, '{buyer,approval}'), choice)
$$;

-- The last revisions that were sent of the quotations of the caller's inquiries, and of those that colleagues share, with who sent these.
create function private.readable_quotations() returns table (version public.quotation_versions, sent_by text)
language sql stable security definer set search_path = '' as $$
  select last_sent.version, inquiry.sent_by
  from (
    select id, null as sent_by from private.own_inquiries() union all select id, name from private.colleagues_inquiries()
  ) as inquiry join public.quotations as quotation on lead_id = inquiry.id
  cross join lateral (
    select sent as version from public.quotation_versions as sent where quotation_id = quotation.id and sent_at is not null order by revision desc limit 1
  ) as last_sent
$$;

create or replace function private.my_quotations() returns json
language sql stable security definer set search_path = '' as $$
  select coalesce(json_agg(json_build_object(
    'number', quotation.number, 'revision', (version).revision, 'reference', (select reference from public.leads where leads.id = quotation.lead_id),
    'state', case when quotation.state = 'sent' and (version).valid_until < private.day_in_india(now()) then 'expired' else quotation.state end,
    'total_paise', case when quotation.state <> 'withdrawn' then (version).total_paise end,
    'sent_at', (version).sent_at, 'valid_until', (version).valid_until, 'sent_by', sent_by
  ) order by (version).sent_at desc, quotation.number), '[]')
  from private.readable_quotations() join public.quotations as quotation on quotation.id = (version).quotation_id
$$;

-- The ten newest links of an account stay, so that pages in other tabs do, too.
create or replace function private.open_my_quotation(number text) returns text
language plpgsql security definer set search_path = '' as $$
declare
  token constant text := replace(gen_random_uuid()::text || gen_random_uuid()::text, '-', '');
  address constant text := (select email from auth.users where id = auth.uid());
  own record;
begin
  select (version).id, (version).quotation_id, case when sent_by is not null then auth.uid() end as colleague into own
  from private.readable_quotations() join public.quotations as quotation on quotation.id = (version).quotation_id
  where quotation.number = open_my_quotation.number;
  if not found then
    return null;
  end if;
  delete from public.quotation_links where id in (
    select id from public.quotation_links
    where quotation_id = own.quotation_id and purpose = 'buyer' and email = address order by created_at desc, id offset 9
  );
  insert into public.quotation_links (quotation_id, version_id, purpose, hash, email, colleague_id)
  values (own.quotation_id, own.id, 'buyer', private.link_hash(token), address, own.colleague);
  return token;
end
$$;

-- What an e-mail says of a version: the choice that its event is about, what was accepted of it, or what its buyer sees first. Null
-- without one. The event's note is the asker's alone.
create or replace function private.mailed_quotation(version_id uuid, event_number bigint) returns jsonb
language sql stable security definer set search_path = '' as $$
  select jsonb_build_object(
    'id', quotation.id, 'number', quotation.number, 'sent_at', version.sent_at, 'content', version.content, 'frozen', version.frozen, 'reference', quotation.number || case when version.revision > 1 then '-R' || version.revision else '' end,
    'revision', version.revision, 'buyer', version.content -> 'buyer', 'message', version.content -> 'message', 'valid_until', version.valid_until,
    'tax', version.frozen #> '{place,tax}', 'lines', private.chosen_lines(version.content, visible.version -> 'choice'), 'figures', visible.version -> 'figures',
    'accepted', version.accepted, 'approvals', (
      select jsonb_agg(jsonb_build_object('name', name, 'chosen', approved -> 'chosen', 'total_paise', approved -> 'total_paise') order by name)
      from private.other_approvals(version.id) where event.kind = 'accepted'
    ),
    'before', (
      select to_jsonb(earlier) || jsonb_build_object('number', quotation.number)
      from private.version_before(version.id) as earlier where earlier.id is not null and event.number is null
    ),
    'asked', case when event.value ? 'choice' then visible.version end,
    'event', case when event.number is not null then jsonb_build_object('kind', event.kind, 'name', event.actor_name, 'value', event.value, 'note', (
      select note from private.approval_notes as private_note where private_note.event_number = event.number
    )) end
  )
  from public.quotation_versions as version join public.quotations as quotation on quotation.id = version.quotation_id
  left join public.quotation_events as event on event.number = mailed_quotation.event_number
  cross join lateral (select case
    when event.value ? 'choice' then event.value || jsonb_build_object('figures', private.figures_of_choice(version, event.value -> 'choice'))
    else coalesce(version.accepted, version.frozen)
  end as version) as visible
  where version.id = mailed_quotation.version_id
$$;

-- A stored file as it is read: {"name", "type", "content": base64}.
create function private.file_as_json(name text, content bytea) returns jsonb
language sql immutable set search_path = '' as $$
  select jsonb_build_object(
    'name', name, 'type', private.content_type(content), 'content', replace(encode(content, 'base64'), E'\n', '')
  )
$$;

create or replace function private.purchase_order_file(id uuid, token text default null) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
declare
  own_quotation constant uuid := case when token is not null then (private.shown_version(token)).quotation_id end;
  file private.purchase_orders;
begin
  perform private.require(token is not null or private.is_staff(), 'Only administrators and sales read the files of a quotation');
  select * into file from private.purchase_orders as stored
  where stored.id = purchase_order_file.id and stored.quotation_id = coalesce(own_quotation, stored.quotation_id);
  perform private.require(file.id is not null, 'This file was removed.', 'PT404');
  return private.file_as_json(file.name, file.content);
end
$$;

-- Makes the order of a quotation that was accepted, in the transaction that accepts. One whose acceptance was undone is the same order
-- again, with the lines of the version that is accepted now; its places stay unless the buyer has given others since. Null where
-- nothing is to be made, as of charges alone.
create or replace function private.begin_order(quotation uuid) returns uuid
language plpgsql set search_path = '' as $$
declare
  version constant public.quotation_versions := private.sent_version(quotation);
  signer constant text := case when version.accepted ->> 'by' = 'buyer' and not private.is_staff() then version.accepted ->> 'name' end;
  lines constant jsonb := jsonb_path_query_array(
    private.chosen_lines(version.content, version.accepted -> 'choice'), '$[*] ? (!(@.is_charge == true))'
  );
  given constant public.buyer_details := (select details from public.buyer_details as details where details.quotation_id = quotation);
  given_now constant text := md5(coalesce(given.delivery_places, '[]')::text);
  current public.orders;
begin
  select * into current from public.orders where orders.quotation_id = quotation for update;
  if jsonb_array_length(lines) = 0 then
    return null;
  end if;
  if current.id is null then
    insert into public.orders (quotation_id, version_id, number, needed_by, given_places)
    values (quotation, version.id, private.next_number('private.order_numbers', '-O', clock_timestamp()), (version.content #>> '{buyer,needed_by}')::date, given_now)
    returning * into current;
  else
    update public.orders set
      version_id = version.id, needed_by = (version.content #>> '{buyer,needed_by}')::date, cancelled_at = null, cancel_reason = null, saves = saves + 1,
      given_places = given_now
    where id = current.id;
    delete from public.order_lines as line where line.order_id = current.id and not lines @> jsonb_build_array(jsonb_build_object('id', line.line_id));
    delete from public.order_places as place where place.order_id = current.id
      and (current.given_places <> given_now or place.line_id is not null and not lines @> jsonb_build_array(jsonb_build_object('id', place.line_id)));
  end if;
  insert into public.order_lines as stored (order_id, line_id, position, quantity, needs_proof)
  select current.id, (line ->> 'id')::uuid, position, (line ->> 'quantity')::integer, exists (
    select from public.quotations join lateral private.inquiries_of_lead(quotations.lead_id) as inquiry on true
    join public.leads on leads.id = inquiry.id where quotations.id = quotation and leads.wants_branding
  ) or exists (
    select from public.quotations cross join lateral jsonb_array_elements(private.artworks_with(quotations.lead_id, quotations.id)) where quotations.id = quotation
  )
  from jsonb_array_elements(lines) with ordinality as listed (line, position)
  on conflict (order_id, line_id) do update set position = excluded.position, quantity = excluded.quantity;
  insert into public.order_places (order_id, position, address, pin_code, quantity)
  select current.id, position, place ->> 'address', place ->> 'pin_code', (place ->> 'quantity')::integer
  from jsonb_array_elements(given.delivery_places) with ordinality as listed (place, position)
  where not exists (select from public.order_places as stored where stored.order_id = current.id);
  perform private.record_order_event(current.id, null, 'made', '{}', signer);
  return current.id;
end
$$;

-- The order that staff act on, locked; refuses one that was saved since the caller read it, that is cancelled, or whose person was erased.
create or replace function private.staffs_order(id uuid, saves integer default null, is_open boolean default true) returns public.orders
language plpgsql set search_path = '' as $$
declare
  current public.orders;
begin
  perform private.require(private.is_staff(), 'Only administrators and sales handle orders');
  perform from public.quotations where quotations.id = (select quotation_id from public.orders as listed where listed.id = staffs_order.id) for update;
  select * into current from public.orders as listed where listed.id = staffs_order.id for update;
  perform private.require(found, 'This order does not exist', 'PT404');
  perform private.require(
    not exists (select from public.quotations where quotations.id = current.quotation_id and erase_on is not null),
    'The buyer''s details were erased: this order is kept as part of the legal copy', 'PT409'
  );
  perform private.require(current.saves = coalesce(staffs_order.saves, current.saves), 'This order has changed since it was opened', 'PT409');
  perform private.require(not is_open or current.cancelled_at is null, format('Order %s is cancelled', current.number), 'PT409');
  return current;
end
$$;

create or replace function private.move_order_lines(lines jsonb, state text, "text" text default null) returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  reason constant text := private.cleaned_text('The reason', "text", 2000, state = 'returned');
  current public.orders;
  moved jsonb;
  problems jsonb;
  arrived uuid[];
  answer jsonb := jsonb_build_object('moved', 0, 'refused', jsonb_build_array(), 'steps', jsonb_build_array());
begin
  perform private.require(state in ('production', 'packed', 'delivered', 'returned'), 'Move lines to production, packed, delivered or returned', '22023');
  for current in select * from private.orders_of_lines(lines) loop
    select
      coalesce(jsonb_agg(jsonb_build_object('id', id, 'from', held, 'to', move_order_lines.state)) filter (where problem is null), '[]'),
      coalesce(jsonb_agg(jsonb_build_object('id', id, 'problem', problem)) filter (where problem is not null), '[]')
    into moved, problems
    from (
      select line.id, line.state as held, private.problem_of_step(line, seen, move_order_lines.state) as problem
      from (select distinct on (input ->> 'id') input ->> 'id' as id, input ->> 'state' as seen from jsonb_array_elements(lines) as input) as named
      join private.order_line_rows as line on line.id = named.id::uuid where line.order_id = current.id order by line.position
    ) as judged;
    if moved <> '[]' then
      with now_arrived as (
        update public.order_dispatches set delivered_at = clock_timestamp()
        where move_order_lines.state = 'delivered' and delivered_at is null and order_line_id in (select (one ->> 'id')::uuid from jsonb_array_elements(moved) as one)
        returning id
      ) select array_agg(id) into arrived from now_arrived;
      perform private.take_order_step(current, move_order_lines.state, moved, arrived, reason);
      answer := answer || jsonb_build_object('steps', (answer -> 'steps') || private.undo_of(current.id));
    end if;
    answer := answer || jsonb_build_object('moved', (answer ->> 'moved')::integer + jsonb_array_length(moved), 'refused', (answer -> 'refused') || problems);
  end loop;
  return answer;
end
$$;

create or replace function private.cancel_order(order_id uuid, saves integer, reason text) returns integer
language plpgsql security definer set search_path = '' as $$
declare
  current constant public.orders := private.staffs_order(order_id, saves);
  why constant text := private.cleaned_text('The reason', reason, 2000);
begin
  update public.orders as own set cancelled_at = clock_timestamp(), cancel_reason = why, saves = current.saves + 1 where own.id = current.id;
  perform private.record_order_event(current.id, null, 'cancelled', jsonb_build_object('text', why));
  return current.saves + 1;
end
$$;

create or replace function private.order_details(order_id uuid) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
declare
  current public.orders;
begin
  perform private.require(private.is_staff(), 'Only administrators and sales handle orders');
  select * into current from public.orders where orders.id = order_details.order_id;
  perform private.require(found, 'This order does not exist', 'PT404');
  return (
    select jsonb_build_object(
      'order', to_jsonb(current) || jsonb_build_object('state', listed.state, 'start_on', start_on, 'delivered_on', delivered_on, 'waits_for_buyer', waits_for_buyer, 'total_paise', listed.total_paise),
      'buyer', jsonb_build_object('company', company, 'name', name),
      'quotation', jsonb_build_object('id', quotation.id, 'number', quotation.number, 'state', quotation.state, 'owner_email', quotation.owner_email, 'erase_on', quotation.erase_on),
      'lead', (select jsonb_build_object('id', id, 'reference', reference) from public.leads where id = listed.lead_id),
      'purchase_order', version.accepted -> 'purchase_order', 'purchase_orders', private.given_by_buyer(quotation.id) -> 'purchase_orders', 'artworks', private.given_by_buyer(quotation.id) -> 'artworks',
      'lines', (
        select coalesce(jsonb_agg(jsonb_build_object(
          'id', line.id, 'line_id', line.line_id, 'quantity', line.quantity, 'needs_proof', line.needs_proof, 'state', line.state, 'name', line.name,
          'product_id', item -> 'product_id', 'code', item -> 'code', 'note', item -> 'note', 'image_url', item -> 'image_url', 'dispatched', line.dispatched,
          'delivered', line.delivered, 'is_approved', private.is_approved(stored),
          'proofs', private.proofs_of(line.id)
        ) order by line.position), '[]')
        from private.order_line_rows as line join public.order_lines as stored on stored.id = line.id where line.order_id = current.id
      ),
      'places', (select coalesce(jsonb_agg(to_jsonb(place) - 'order_id' order by position), '[]') from public.order_places as place where place.order_id = current.id),
      'dispatches', (
        select coalesce(jsonb_agg(to_jsonb(dispatch) - 'order_id' order by dispatched_at, id), '[]') from public.order_dispatches as dispatch where dispatch.order_id = current.id
      ),
      'events', (select coalesce(jsonb_agg(to_jsonb(event) - 'order_id' order by event.number), '[]') from public.order_events as event where event.order_id = current.id),
      'undo', (private.last_order_step(current.id)).number
    )
    from private.order_rows as listed join public.quotations as quotation on quotation.id = listed.quotation_id
    join public.quotation_versions as version on version.id = current.version_id
    where listed.id = current.id
  );
end
$$;

create or replace function private.lead_artworks(lead uuid) returns jsonb
language sql stable security definer set search_path = '' as $$
  select private.require(private.is_staff(), 'Only administrators and sales read the artwork of an inquiry');
  select private.artworks_with(lead)
$$;

create or replace function private.artwork_file(id uuid) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
declare
  file private.artworks;
begin
  perform private.require(private.is_staff(), 'Only administrators and sales read artwork');
  select * into file from private.artworks as stored where stored.id = artwork_file.id;
  perform private.require(file.id is not null, 'This file was removed.', 'PT404');
  return private.file_as_json(file.name, file.content);
end
$$;

create or replace function private.proof_file(id uuid, token text default null) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
declare
  own_quotation constant uuid := case when token is not null then (private.shown_version(token)).quotation_id end;
  found_one jsonb;
begin
  perform private.require(token is not null or private.is_staff(), 'Only administrators and sales read the proofs of an order');
  select private.file_as_json(proof.name, file.content) into found_one
  from public.order_proofs as proof join private.order_proof_files as file on file.proof_id = proof.id
  join public.order_lines as line on line.id = proof.order_line_id join public.orders as own on own.id = line.order_id
  where proof.id = proof_file.id and own.quotation_id = coalesce(own_quotation, own.quotation_id);
  perform private.require(found_one is not null, 'This file was removed.', 'PT404');
  return found_one;
end
$$;

-- The lead of a buyer's link, or of the reference of one of the caller's own, and the quotation of a link to one. Whether its address is
-- proven: the link was mailed to it.
create or replace function private.lead_of_samples(token text, out lead uuid, out quotation uuid, out is_proven boolean)
language plpgsql stable security definer set search_path = '' as $$
begin
  if exists (select from public.quotation_links where hash = private.link_hash(token)) then
    quotation := (private.shown_version(token)).quotation_id;
    select lead_id into lead from public.quotations where id = quotation;
  else
    lead := (private.linked_inquiry(token)).id;
  end if;
  perform private.require(exists (select from public.leads where id = lead and erased_at is null), 'The details of this inquiry were deleted.', 'PT409');
  is_proven := quotation is not null or exists (select from public.outbox where links @> array[private.link_hash(token)]);
end
$$;

-- Everything that is stored of a person, by e-mail address in any case. The seller's people stand in it as "seller", and what the
-- seller thinks of a lead is not in it.
create or replace function private.data_of(address text) returns jsonb
language plpgsql stable set search_path = '' as $$
declare
  leads constant uuid[] := array(select private.leads_of(address));
  quotation_ids constant uuid[] := array(select private.quotations_of(address));
  accounts constant uuid[] := array(select id from auth.users where lower(email) = lower(address));
  contact constant uuid := (select id from public.contacts where lower(email) = lower(address));
begin
  return jsonb_build_object(
    'email', address,
    'leads', (select coalesce(jsonb_agg(
      to_jsonb(lead) - array['search_text', 'lines_hash', 'link', 'erased_at', 'contact_id'] || jsonb_build_object(
        'reference', lead.reference, 'samples', private.stored_samples(lead.id), 'shared_with', (select domain from private.shared_inquiries where lead_id = lead.id),
        'lines', (select coalesce(jsonb_agg(to_jsonb(item) - 'lead_id' order by position), '[]') from public.lead_items as item where lead_id = lead.id),
        'artworks', private.artworks_with(lead.id),
        'history', (select coalesce(jsonb_agg(jsonb_build_object(
          'kind', kind, 'value', case when kind <> 'assigned' then value end, 'created_at', lead_events.created_at,
          'actor', case when kind = 'received' or lower(actor_email) = lower(lead.email) then actor_email else 'seller' end,
          'reply', case when reply.event_number is not null then jsonb_build_object(
            'subject', reply.subject, 'text', reply.text, 'attachments', reply.attachments
          ) when received.event_number is not null then jsonb_build_object('subject', received.subject, 'attachments', received.attachments) end
        ) order by number), '[]') from public.lead_events left join public.lead_replies as reply on reply.event_number = number
        left join public.received_mails as received on received.event_number = number
        where lead_id = lead.id and (kind in ('note', 'answered', 'link', 'received', 'sample') or lower(actor_email) = lower(lead.email)))
      ) order by lead.created_at), '[]') from public.leads as lead where lead.id = any (leads)),
    'quotations', (
      select coalesce(jsonb_agg(private.sent_quotation(quotation) order by quotation.created_at), '[]')
      from public.quotations as quotation where quotation.id = any (quotation_ids) and number is not null
    ),
    'approvals', (select coalesce(jsonb_agg(jsonb_build_object(
      'kind', kind, 'value', jsonb_strip_nulls(jsonb_build_object('note', note)) || value, 'created_at', created_at,
      'actor', case when actor_id is null then actor_name else 'seller' end
    ) order by number), '[]') from public.quotation_events left join private.approval_notes on event_number = number
      where contact_id = contact),
    'emails', (select coalesce(jsonb_agg(jsonb_build_object(
      'kind', kind, 'to', case when lower(recipient) = lower(address) then recipient else 'seller' end, 'state', state,
      'created_at', created_at, 'sent_at', sent_at
    ) order by created_at), '[]') from public.outbox where id = any (array(
      select id from private.mails_to(address) union select id from public.outbox where lead_id = any (leads)
      union select id from public.outbox where version_id = any (array(select id from public.quotation_versions where quotation_id = any (quotation_ids)))
    ))),
    'accounts', (select coalesce(jsonb_agg(jsonb_build_object(
      'id', users.id, 'email', email, 'name', profile.name, 'created_at', users.created_at, 'confirmed_at', email_confirmed_at,
      'last_sign_in_at', last_sign_in_at, 'notice_version', notice_version, 'notice_at', notice_at, 'shares_with_colleagues', (
        select jsonb_build_object('domain', domain, 'since', since) from private.team_members where user_id = users.id
      ), 'shared_baskets', (
        select jsonb_agg(to_jsonb(shared) - array['id', 'user_id'] order by created_at) from private.shared_baskets as shared where user_id = users.id
      ), 'delivery_places', (select places from private.delivery_places where user_id = users.id), 'sessions', (
        select jsonb_agg(jsonb_build_object(
          'device', user_agent, 'network_address', ip, 'created_at', session.created_at, 'used_at', session.updated_at
        ) order by session.created_at) from auth.sessions as session where session.user_id = users.id
      )
    )), '[]') from auth.users left join public.profiles as profile on profile.id = users.id where users.id = any (accounts)),
    'favourites', (select coalesce(jsonb_agg(jsonb_build_object(
      'product_id', product_id, 'name', product.name, 'created_at', favourite.created_at
    )), '[]') from public.favourites as favourite join public.products as product on product.id = product_id where user_id = any (accounts)),
    'views', (select coalesce(jsonb_agg(to_jsonb(list_view) - 'owner_id' order by created_at), '[]')
      from public.list_views as list_view where owner_id = any (accounts)),
    'sign_ins', (select coalesce(jsonb_agg(to_jsonb(entry) order by created_at), '[]')
      from auth.audit_log_entries as entry where lower(payload ->> 'actor_username') = lower(address)),
    'requests', (select coalesce(jsonb_agg(to_jsonb(request) - array['id', 'email', 'closed_by', 'contact_id'] order by created_at), '[]')
      from public.privacy_requests as request where contact_id = contact)
  ) || jsonb_strip_nulls(jsonb_build_object(
    'contact', (select jsonb_build_object(
      'name', person.name, 'phone', phone, 'designation', designation, 'company', company.name, 'created_at', person.created_at
    ) from public.contacts as person left join public.companies as company on company.id = company_id where person.id = contact and erased_at is null)
  ));
end
$$;

-- Locks what an erasure takes, in the order in which drafts, decisions and what is done with leads lock it: each of them is done
-- before the erasure, which takes it, too, or waits and finds nothing any more.
create or replace function private.lock_for_erasure(lead_ids uuid[], quotation_ids uuid[]) returns void
language sql set search_path = '' as $$
  select from public.leads where id = any (lead_ids) order by id for no key update;
  select from public.quotations where id = any (quotation_ids) or lead_id = any (lead_ids) order by id for update;
  select from public.lead_handling where lead_id = any (lead_ids) order by lead_id for update
$$;

-- Erases quotations. Of one that was accepted a legal copy stays with its purchase orders and its order, without its lead, links,
-- comments, details and other revisions, for eight years, or as long as the seller's profile says. Of the order number, lines, sums and
-- the hashes of approved proofs stay.
create or replace function private.erase_quotations(ids uuid[]) returns void
language plpgsql set search_path = '' as $$
declare
  order_ids constant uuid[] := array(select id from public.orders where quotation_id = any (ids));
  line_ids constant uuid[] := array(select id from public.order_lines where order_id = any (order_ids));
begin
  insert into private.erased_addresses (hash)
  select private.keyed_hash(lower(number)) from public.quotations where id = any (ids) and number is not null
  union select private.keyed_hash(lower(number)) from public.orders where quotation_id = any (ids)
  on conflict (hash) do update set at = excluded.at;
  delete from public.outbox where version_id in (select id from public.quotation_versions where quotation_id = any (ids));
  update public.quotations set lead_id = null, erase_on = private.day_in_india(
    coalesce((accepted ->> 'at')::timestamptz, sent_at) + make_interval(years => coalesce((select kept_years from public.seller_profile), 8))
  )
  from public.quotation_versions as version
  where version.quotation_id = quotations.id and accepted is not null and quotations.id = any (ids) and erase_on is null;
  insert into private.erased_links (hash) select hash from public.quotation_links where quotation_id = any (ids) and ended_at is null
  on conflict (hash) do nothing;
  delete from public.quotation_links where quotation_id = any (ids);
  delete from public.buyer_details where quotation_id = any (ids);
  delete from private.artworks where quotation_id = any (ids);
  delete from public.samples where quotation_id = any (ids);
  delete from public.quotation_versions where quotation_id = any (ids) and accepted is null;
  delete from public.quotation_events where quotation_id = any (ids) and kind not in ('created', 'sent', 'accepted');
  delete from public.quotations where id = any (ids) and erase_on is null;
  update public.orders set cancel_reason = null, given_places = null where id = any (order_ids);
  delete from public.order_places where order_id = any (order_ids);
  update public.order_dispatches set tracking_number = null, tracking_url = null where order_id = any (order_ids);
  delete from public.order_events where order_id = any (order_ids);
  delete from public.order_proofs where order_line_id = any (line_ids) and decision is distinct from 'approved';
  delete from private.order_proof_files where proof_id in (select id from public.order_proofs where order_line_id = any (line_ids));
  update public.order_proofs set note = null, comment = null, name = 'erased' where order_line_id = any (line_ids);
end
$$;

-- Erases the details of leads: their rows and lines stay for counts, and their history without personal text. An open one is closed.
create or replace function private.erase_leads(ids uuid[]) returns void
language plpgsql set search_path = '' as $$
declare
  people constant uuid[] := array(select distinct contact_id from public.leads where id = any (ids) and contact_id is not null);
  employers constant uuid[] := array(select company_id from public.contacts where id = any (people));
begin
  perform private.lock_for_erasure(ids, '{}');
  insert into private.erased_addresses (hash) select distinct private.keyed_hash(lower(reference)) from public.leads where id = any (ids)
  on conflict (hash) do update set at = excluded.at;
  insert into private.erased_links (hash, lead_id)
  select link, id from public.leads where id = any (ids) and link is not null
  union select unnest(links), lead_id from public.outbox where lead_id = any (ids)
  on conflict (hash) do nothing;
  delete from public.outbox where lead_id = any (ids);
  delete from private.shared_inquiries where lead_id = any (ids);
  delete from private.artworks where lead_id = any (ids);
  delete from public.samples where lead_id = any (ids);
  delete from public.lead_replies where event_number in (select number from public.lead_events where lead_id = any (ids));
  delete from public.received_mails where event_number in (select number from public.lead_events where lead_id = any (ids));
  perform private.erase_quotations(array(select id from public.quotations where lead_id = any (ids)));
  update public.lead_items set note = null where lead_id = any (ids) and note is not null;
  update public.lead_events as event set
    actor_email = case when kind = 'received' or lower(actor_email) = lower(lead.email) then 'erased' else actor_email end,
    actor_id = case when lower(actor_email) = lower(lead.email) then null else actor_id end,
    value = case when kind in ('note', 'added', 'received', 'sample') then 'erased' else value end,
    note = null
  from public.leads as lead where lead.id = event.lead_id and lead.id = any (ids);
  update public.leads set
    name = 'erased', company = 'erased', email = 'erased@erased.invalid', phone = 'erased', message = null, delivery_city = null,
    sender_id = null, link = null, marketing_consent = false, contact_id = null, erased_at = now(),
    source = null, medium = null, campaign = null, referrer = null, landing_page = null
  where id = any (ids) and erased_at is null;
  insert into public.lead_events (lead_id, actor_email, kind, value)
  select lead_id, 'erased', 'state', 'withdrawn' from public.lead_handling
  where lead_id = any (ids) and state not in ('won', 'lost', 'withdrawn', 'spam');
  perform private.derive_handling(id) from unnest(ids) as id;
  perform private.drop_contacts(people, employers);
end
$$;

create or replace function private.erase_person(email text, dry_run boolean default false) returns jsonb
language sql security definer set search_path = '' as $$
  select private.require(private.is_admin(), 'Only administrators can erase the data of a person');
  select private.erase_address(
    private.trimmed(erase_person.email), coalesce(dry_run, true), (select users.email::text from auth.users where users.id = auth.uid())
  )
$$;

create or replace function private.open_privacy_request(kind text, email text, "text" text default null) returns uuid
language sql security definer set search_path = '' as $$
  select private.require(private.is_admin(), 'Only administrators can handle requests');
  select private.require(
    kind in ('copy', 'erasure', 'correction', 'grievance', 'nomination'), 'Choose a kind of request', '22023'
  );
  select private.file_privacy_request(
    kind, private.cleaned_text('The address', email, 254), private.cleaned_text('The text', "text", 2000, false)
  )
$$;

-- Deletes contacts that nothing refers to any more. With an erasure go companies that have no people left, and their history.
create or replace function private.drop_contacts(ids uuid[], employers uuid[] default '{}') returns void
language sql security definer set search_path = '' as $$
  delete from public.contacts as contact
  where contact.id = any (ids) and contact.user_id is null
    and not exists (select from public.leads where contact_id = contact.id)
    and not exists (select from public.quotation_versions where contact_id = contact.id)
    and not exists (select from public.quotation_events where contact_id = contact.id)
    and not exists (select from public.privacy_requests where contact_id = contact.id);
  with gone as (
    delete from public.companies as company
    where coalesce(company.merged_into, company.id) = any (employers)
      and not exists (select from public.contacts where company_id = coalesce(company.merged_into, company.id))
    returning company.id
  )
  delete from public.record_history where record_id in (select id from gone)
$$;

-- Filters: owner, the id of one of administrators() or none; due: yes, with something to do by today in India; since and before, of
-- their beginning. Sorted by name, won, next_on or created_at.
create or replace function private.find_companies(
  words text default '', filters jsonb default '{}', sorted text default 'name', ascending boolean default true,
  beyond text default null, beyond_id uuid default null, size integer default 25
) returns table (
  id uuid, name text, gstin text, domains text[], owner_id uuid, next_on date, created_at timestamptz, won_paise bigint,
  owner_email text, people integer, open_leads integer, open_quotations integer, sort_key text
)
language sql stable security definer set search_path = '' rows 25 as $$
  select private.require(sorted in ('name', 'won', 'next_on', 'created_at'), 'Companies are sorted by name, won, next_on or created_at', '22023');
  select
    found.*, (select email::text from auth.users where users.id = found.owner_id), (select count(*)::integer from public.contacts where company_id = found.id),
    (
      select count(*)::integer from public.contacts as contact join public.leads on contact_id = contact.id join public.lead_handling as handling on lead_id = leads.id
      where company_id = found.id and handling.merged_into is null and handling.state not in ('won', 'lost', 'withdrawn', 'spam')
    ),
    (
      select count(*)::integer from public.contacts as contact join public.quotations as quotation on contact_id = contact.id
      where company_id = found.id and quotation.state in ('draft', 'sent', 'change_asked')
    ),
    key
  from private.matching_companies(words, filters) as found
  cross join lateral (select case sorted
    when 'name' then lower(found.name) when 'won' then lpad(won_paise::text, 20, '0') when 'next_on' then coalesce(next_on::text, '~')
    else to_char(created_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US')
  end collate "C" as key) as sorting
  where beyond is null or case when ascending then (key, found.id) > (beyond, beyond_id) else (key, found.id) < (beyond, beyond_id) end
  order by
    case when ascending then key end, case when ascending then found.id end,
    case when not ascending then key end desc, case when not ascending then found.id end desc
  limit least(greatest(size, 0), 1000)
$$;

-- Of people "shares_at" is a domain, "is_added" says whether by staff, and "can_share" whether there is an account with a proven address;
-- "teams" are the domains at which they share, and "states" those of the quotations.
create or replace function private.company_details(company uuid) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
declare
  found_one public.companies;
  people uuid[];
begin
  perform private.require(private.is_staff(), 'Only administrators and sales handle companies');
  select * into found_one from public.companies where id = company;
  perform private.require(found, 'This company does not exist', 'PT404');
  people := array(select id from public.contacts where company_id = company);
  return jsonb_build_object(
    'company', to_jsonb(found_one) - 'merged', 'gstin_kind', private.gstin_kind(found_one.gstin),
    'teams', array(select domain from private.teams where domain = any (found_one.domains) order by domain),
    'people', (select coalesce(jsonb_agg(jsonb_build_object(
      'shares_at', private.team_of(contact.user_id),
      'is_added', exists (select from private.team_members as member where member.user_id = contact.user_id and added_by is not null),
      'can_share', exists (select from public.profiles where profiles.id = contact.user_id and address_proven_at is not null),
      'id', contact.id, 'name', name, 'email', email, 'phone', phone, 'designation', designation,
      'leads', (select count(*) from public.leads where contact_id = contact.id)
    ) order by lower(coalesce(name, email))), '[]') from public.contacts as contact where contact.id = any (people)),
    'leads', (select coalesce(jsonb_agg(row), '[]') from (
      select leads.id, reference, name, state, assigned_email, leads.created_at
      from public.leads join public.lead_handling as handling on lead_id = leads.id
      where contact_id = any (people) and merged_into is null order by leads.created_at desc limit 10
    ) as row),
    'quotations', (select coalesce(jsonb_agg(row), '[]') from (
      select id, number, revision, name, state, total_paise, created_at from private.quotation_rows
      where id in (select quotations.id from public.quotations where contact_id = any (people)) order by created_at desc limit 10
    ) as row),
    'states', (select coalesce(jsonb_agg(row), '[]') from (
      select state, count(*), sum(total_paise) as paise from private.quotation_rows
      where id in (select quotations.id from public.quotations where contact_id = any (people)) group by state
    ) as row),
    'bought', (select coalesce(jsonb_agg(row order by paise desc), '[]') from (
      select line ->> 'name' as name, sum((line ->> 'quantity')::bigint) as quantity,
        sum((accepted #>> array['figures', 'lines', (position - 1)::text, 'total'])::bigint) as paise,
        max(private.day_in_india((accepted ->> 'at')::timestamptz)) as on
      from public.quotation_versions
      cross join lateral jsonb_array_elements(private.chosen_lines(content, accepted -> 'choice')) with ordinality as chosen (line, position)
      where contact_id = any (people) and (accepted ->> 'at')::timestamptz > now() - interval '1 year' and line -> 'is_charge' is distinct from 'true'
      group by 1
    ) as row),
    'merged', (select coalesce(jsonb_agg(jsonb_build_object('id', id, 'name', name) order by name), '[]') from public.companies where merged_into = company)
  );
end
$$;

-- Of the caller, of companies, or of another person, whom only administrators hand over. Without a successor it only counts.
create or replace function private.hand_over_work(person uuid default null, companies uuid[] default '{}', successor uuid default null) returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  work record;
begin
  perform private.require(private.is_staff(), 'Only administrators and sales hand work over');
  perform private.require(person is null or person = auth.uid() or private.is_admin(), 'Only administrators can hand over the work of others');
  select
    array(
      select lead_id from public.lead_handling
      where merged_into is null and state not in ('won', 'lost', 'withdrawn', 'spam') and (assigned_to = person or lead_id in (
        select listed.id from public.contacts join public.leads as listed on contact_id = contacts.id where company_id = any (hand_over_work.companies)
      )) order by lead_id
    ) as leads,
    array(
      select quotation.id from private.open_quotations() as quotation left join public.contacts on contacts.id = contact_id
      where owner_id = person or company_id = any (hand_over_work.companies)
    ) as quotations,
    array(select id from public.companies where merged_into is null and (owner_id = person or id = any (hand_over_work.companies))) as owned
  into work;
  if successor is not null then
    perform private.require(
      exists (select from public.profiles where id = successor and (is_admin or is_sales)), 'Work can only be handed over to administrators and sales', '22023'
    );
    perform private.handle_lead(lead, 'assigned', successor::text) from unnest(work.leads) as lead;
    perform private.give_quotations(work.quotations, successor);
    update public.companies set owner_id = successor where id = any (work.owned) and owner_id is distinct from successor;
  end if;
  return jsonb_build_object('leads', cardinality(work.leads), 'quotations', cardinality(work.quotations), 'companies', cardinality(work.owned));
end
$$;

-- One list as its screen has it for the caller: {"part", "number", "rows": the first five, [{"id", "number", "company", "name", "day"}]}. The number
-- of a lead is its reference, by which files of e-mails are found when its person is erased. The day is that on which a lead came or is due, or a
-- quotation was sent or ends, or an order is needed or begun.
create or replace function private.waiting_list(part text, filters jsonb) returns jsonb
language sql stable security definer set search_path = '' as $$
  select jsonb_build_object('part', part, 'number', counted.number, 'rows', (
    select jsonb_agg(to_jsonb(listed) - 'at' order by day, at, id) from (
      select
        found.id, found.reference as number, found.company, found.name, found.created_at as at,
        case when filters ? 'due_to' then due_on else private.day_in_india(found.created_at) end as day
      from private.find_leads(
        ascending => true, size => 5, filters => waiting_list.filters, sorted => case when filters ? 'due_to' then 'due' else 'created_at' end
      ) as found join public.lead_handling as handling on handling.lead_id = found.id where part like '%leads'
      union all
      select id, number, company, name, created_at, case part when 'expiring_quotations' then valid_until else private.day_in_india(sent_at) end
      from private.find_quotations(
        filters => waiting_list.filters, ascending => true, size => 5, sorted => case part when 'expiring_quotations' then 'valid_until' else 'created_at' end
      ) where part like '%quotations'
      union all
      select id, number, company, name, created_at, case part when 'late_orders' then needed_by else start_on end
      from private.find_orders(filters => waiting_list.filters, ascending => true, size => 5, sorted => case part when 'late_orders' then 'needed_by' else 'start_on' end)
      where part like '%orders'
      union all
      select lead_id, reference, company, buyer, created_at, case part
        when 'undelivered_samples' then sent_on when 'unreturned_samples' then return_by when 'unjudged_samples' then delivered_on else private.day_in_india(created_at)
      end
      from private.find_samples(filters => waiting_list.filters, ascending => true, size => 5) where part like '%samples'
    ) as listed
  ))
  from (select case
    when part like '%leads' then private.count_leads(filters => waiting_list.filters)
    when part like '%quotations' then private.count_quotations('', filters)
    when part like '%orders' then private.count_orders('', filters) else private.count_samples('', filters)
  end as number) as counted where counted.number > 0
$$;

-- The e-mails that are due, with all that they say: they are the caller's to send for two minutes, then another's. Each attempt
-- of an e-mail with a link to a private page has a new token, and each of a code a new code, of which only the hash is stored.
-- Those of earlier attempts stay valid, since an attempt that did not end may have sent its e-mail. An acknowledgement has no link
-- once the staff have ended the buyer's links. One that was not taken for two days, or whose last attempt did not end, has
-- failed. The server says whether it delivers e-mails.
create or replace function public.claim_mails(batch integer default 5, delivers boolean default null) returns jsonb
language plpgsql set search_path = '' as $$
declare
  mails jsonb;
begin
  perform private.note_delivery(delivers);
  perform private.queue_digests();
  update public.outbox set state = 'failed', last_error = coalesce(last_error, 'EXPIRED')
  where state = 'queued'
    and (next_attempt_at < now() - interval '2 days' or (attempts >= 8 and next_attempt_at <= now()));
  with due as (
    select mail.id, case
      when kind = 'quotation_code' then upper(left(gen_random_uuid()::text, 8))
      when kind in ('acknowledgement', 'sample') and 'ended' = (
        select event.value from public.lead_events as event where event.lead_id = mail.lead_id and event.kind = 'link' order by event.number desc limit 1
      ) then null
      when kind in ('acknowledgement', 'erasure_warning', 'sample', 'data_link', 'quotation', 'quotation_answer', 'quotation_reopened', 'approval')
        or kind = 'acceptance' and recipient = version.content #>> '{buyer,email}'
        then replace(gen_random_uuid()::text || gen_random_uuid()::text, '-', '')
    end as token
    from public.outbox as mail left join public.quotation_versions as version on version.id = version_id
    where state = 'queued' and next_attempt_at <= now()
    order by next_attempt_at limit least(greatest(batch, 1), 100) for update of mail skip locked
  ), claimed as (
    update public.outbox as mail
    set attempts = attempts + 1, next_attempt_at = now() + interval '2 minutes', last_error = null,
      links = array_remove(links || case
        when kind in ('acknowledgement', 'erasure_warning', 'sample', 'data_link') then private.link_hash(due.token)
        when kind = 'quotation_code' then private.acceptance_code_hash(version_id, due.token)
      end, null)
    from due where mail.id = due.id
    returning mail.*, due.token
  ), linked as (
    insert into public.quotation_links (quotation_id, version_id, purpose, hash, email)
    select
      version.quotation_id, version.id, case kind when 'approval' then kind else 'buyer' end, private.link_hash(token),
      case kind when 'approval' then recipient end
    from claimed join public.quotation_versions as version on version.id = version_id where token is not null and kind <> 'quotation_code'
  )
  select coalesce(jsonb_agg(jsonb_build_object(
    'id', mail.id, 'kind', kind, 'to', recipient, 'attempt', attempts, 'created_at', mail.created_at,
    'reference', coalesce(quotation ->> 'reference', lead.reference, private.number_series() || '-' || upper(left(invitation_id::text, 8))),
    'token', mail.token, 'headers', private.mail_headers(mail.id),
    'event', (
      select jsonb_build_object('kind', event.kind, 'value', event.value, 'samples', private.samples_of_event(event)) from public.lead_events as event where number = event_number
    ),
    'reply', case when kind = 'reply' then private.mailed_reply(event_number) end,
    'invitation', case when invitation_id is not null then private.renew_invitation(invitation_id) end,
    'quotation', quotation,
    'digest', case when kind = 'digest' then private.digest_of((select users.id from auth.users where users.email = recipient)) end,
    'lead', case when lead.id is not null then jsonb_build_object(
      'id', lead.id, 'erased_at', erased_at, 'name', lead.name, 'company', company, 'email', email, 'phone', phone, 'message', message,
      'needed_by', needed_by, 'budget_per_gift', budget_per_gift, 'delivery_city', delivery_city, 'wants_branding', wants_branding,
      'lines', nullif(private.inquiry_as_json(lead)::jsonb -> 'lines', '[]')
    ) end,
    'site', (
      select jsonb_build_object(
        'name', site.name, 'sender_email', sender_email, 'contact_email', contact_email, 'contact_phone', contact_phone,
        'second_phone', second_phone, 'second_phone_label', second_phone_label, 'colour_primary', colour_primary,
        'claimed_answer', claimed_answer, 'own_products', private.own_products()
      )
      from (values (1)) as one left join public.site_settings as site on true
    )
  ) order by mail.created_at, mail.id), '[]')
  into mails
  from claimed as mail left join public.leads as lead on lead.id = lead_id
  cross join lateral (select private.mailed_quotation(version_id, quotation_event) as quotation) as mailed;
  return mails;
end
$$;

-- An attachment of an e-mail, by its place from 1.
create or replace function private.received_file(mail uuid, place integer) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
declare
  stored public.received_mails;
begin
  perform private.require(private.is_staff(), 'Only administrators and sales read the e-mails of a lead');
  select * into stored from public.received_mails where id = mail;
  perform private.require(stored.files[place] is not null, 'This file was removed.', 'PT404');
  return private.file_as_json(stored.attachments -> (place - 1) ->> 'name', stored.files[place]);
end
$$;

create or replace function private.remove_calendar_link() returns void
language sql security definer set search_path = '' as $$
  select private.require(private.is_staff(), 'Only administrators and sales have a calendar feed');
  delete from private.calendar_links where user_id = auth.uid()
$$;

create or replace function private.dismiss_first_steps() returns void
language sql security definer set search_path = '' as $$
  select private.require(private.is_admin(), 'You may not dismiss the first steps');
  insert into private.settings (name, value) values ('first_steps_dismissed', 'yes') on conflict do nothing
$$;

create or replace function private.api_keys() returns table (
  id uuid, name text, scopes text[], prefix text, made_by text, created_at timestamptz, last_used_at timestamptz, revoked_at timestamptz,
  revoked_by text, works boolean
)
language sql stable security definer set search_path = '' as $$
  select
    key.id, key.name, key.scopes, key.prefix, key.made_by, key.created_at, key.last_used_at, key.revoked_at, key.revoked_by,
    key.revoked_at is null and private.is_administrator(key.made_by_id)
  from private.api_keys as key where (select private.is_admin()) order by key.revoked_at is not null, key.created_at desc, key.id
$$;

create or replace function private.note_products() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if tg_op = 'DELETE' then
    perform private.announce('product.changed', array(select id from old_rows));
  else
    insert into private.product_changes (product_id) select id from new_rows
    on conflict (product_id) do update set changed_at = excluded.changed_at;
    perform private.announce('product.changed', array(select id from new_rows));
  end if;
  return null;
end
$$;

create or replace function private.webhooks() returns table (
  id uuid, address text, events text[], is_enabled boolean, rotated_at timestamptz, created_at timestamptz, waiting bigint, failed bigint
)
language sql stable security definer set search_path = '' as $$
  select
    webhook.id, webhook.address, webhook.events, webhook.is_enabled, webhook.rotated_at, webhook.created_at,
    count(delivery.id) filter (where delivery.state = 'queued'), count(delivery.id) filter (where delivery.state = 'failed')
  from private.webhooks as webhook left join private.webhook_deliveries as delivery on delivery.webhook_id = webhook.id
  where (select private.is_admin()) group by webhook.id order by webhook.created_at, webhook.id
$$;

create or replace function private.webhook_deliveries(webhook uuid) returns table (
  id uuid, event text, state text, attempts integer, created_at timestamptz, attempted_at timestamptz, next_attempt_at timestamptz, status smallint,
  error text, ms integer
)
language sql stable security definer set search_path = '' as $$
  select
    sent.id, sent.event, sent.state, sent.attempts, sent.created_at, sent.attempted_at, sent.next_attempt_at, sent.status, sent.error, sent.ms
  from private.webhook_deliveries as sent where sent.webhook_id = webhook and (select private.is_admin())
  order by (sent.state = 'failed') desc, sent.created_at desc limit 50
$$;

CREATE OR REPLACE TRIGGER release_image AFTER DELETE OR UPDATE ON public.site_settings FOR EACH ROW EXECUTE FUNCTION private.release_image('logo_url', 'logo_dark_url', 'icon_url', 'hero_image_url');

CREATE OR REPLACE TRIGGER note_products_on_delete AFTER DELETE ON public.products REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION private.note_products();

revoke all on function private.enable_row_security(protected regclass, readers text) from public, anon, authenticated, service_role;

revoke all on function private.set_up_managed_table(managed regclass, readers text, is_restorable boolean) from public, anon, authenticated, service_role;

revoke all on function private.file_as_json(name text, content bytea) from public, anon, authenticated, service_role;

revoke all on function private.next_number(counters regclass, kind text, at timestamp with time zone) from public, anon, authenticated, service_role;

revoke all on function private.shown_version(token text, purposes text[]) from public, anon, authenticated, service_role;

revoke all on function private.readable_quotations() from public, anon, authenticated, service_role;

-- Called only by functions that are replaced above: unused since 1.1.0
drop function private.staffs_text(label text, value text, is_required boolean);

-- Called only by functions that are replaced above: unused since 1.1.0
drop function private.sells_pharma();

-- Called only by functions that are replaced above: unused since 1.1.0
drop function private.product_facts(product uuid);

-- Called only by functions that are replaced above: unused since 1.1.0
drop function private.page_cursor(total bigint, created_at timestamp with time zone, id uuid, sort text, key text);

-- Called only by functions that are replaced above: unused since 1.1.0
drop function private.own_quotations();

-- Called only by functions that are replaced above: unused since 1.1.0
drop function private.open_work_of(person uuid, companies uuid[], OUT leads uuid[], OUT quotations uuid[], OUT owned uuid[]);

-- Called only by functions that are replaced above: unused since 1.1.0
drop function private.next_quotation_number(at timestamp with time zone);

-- Called only by functions that are replaced above: unused since 1.1.0
drop function private.next_order_number(at timestamp with time zone);

-- Called only by functions that are replaced above: unused since 1.1.0
drop function private.left_out_words(arguments jsonb);

-- Called only by functions that are replaced above: unused since 1.1.0
drop function private.lead_reference(id uuid);

-- Called only by functions that are replaced above: unused since 1.1.0
drop function private.is_shared_with(colleague uuid, quotation uuid);

-- Called only by functions that are replaced above: unused since 1.1.0
drop function private.give_quotations_of(lead uuid, successor uuid, event bigint);

-- Called only by functions that are replaced above: unused since 1.1.0
drop function private.errors_of_row(product jsonb, errors jsonb);

-- Called only by functions that are replaced above: unused since 1.1.0
drop function private.erase_proofs(quotations uuid[]);

-- Called only by functions that are replaced above: unused since 1.1.0
drop function private.erase_orders(quotations uuid[]);

-- Called only by functions that are replaced above: unused since 1.1.0
drop function private.colleagues_quotations();

-- Called only by functions that are replaced above: unused since 1.1.0
drop function private.announce_deleted_products();
-- Written until here.
