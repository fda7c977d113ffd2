-- plain sentences
select set_config('lock_timeout', '5s', true);

-- Written by npm run migration from supabase/schemas.
create or replace function private.set_role(person uuid, role text default null, successor uuid default null) returns void
language plpgsql security definer set search_path = '' as $$
begin
  -- Before the caller's own role is read: another administrator may be revoking it.
  perform pg_advisory_xact_lock(hashtextextended('roles', 0));
  perform private.require(private.is_admin(), 'Only administrators can manage people');
  perform private.require(person is distinct from auth.uid(), 'Only another administrator can change your role', '22023');
  perform from public.profiles where id = person and (is_admin or is_sales);
  perform private.require(found, 'This person no longer has access', 'PT404');
  if successor is not null then
    perform from public.profiles where id = successor and id <> person and (is_admin or is_sales);
    perform private.require(found, 'Leads can only be handed over to administrators and sales', '22023');
    perform private.hand_over(person, successor);
  end if;
  perform private.assign_role(person, role);
end
$$;

create or replace function private.invite(email text, role text) returns uuid
language plpgsql security definer set search_path = '' as $$
#variable_conflict use_column
declare
  address constant text := private.trimmed(invite.email);
  invited uuid;
begin
  -- Before the caller's own role is read: it may be taken meanwhile, with the caller's invitations.
  perform pg_advisory_xact_lock(hashtextextended('roles', 0));
  perform private.require(private.is_admin(), 'Only administrators can manage people');
  perform private.require(private.is_email_address(address), 'This is not an e-mail address', '22023');
  perform private.require(invite.role in ('administrator', 'sales'), 'A role is administrator or sales', '22023');
  perform from public.profiles join auth.users on users.id = profiles.id
  where (profiles.is_admin or profiles.is_sales) and lower(users.email) = lower(address);
  perform private.require(not found, 'This person has access already: change the role in the list', '22023');
  perform from private.invitations where lower(email) <> lower(address) offset 49;
  perform private.require(not found, 'At most 50 invitations can be open: revoke some first', '22023');
  insert into private.invitations as invitation (email, role, invited_by, inviter_id, expires_at)
  values (address, invite.role, private.display_name(auth.uid()), auth.uid(), now() + interval '7 days')
  on conflict (lower(email)) do update set
    role = excluded.role, invited_by = excluded.invited_by, inviter_id = excluded.inviter_id, expires_at = excluded.expires_at, token_hash = null
  returning id into invited;
  insert into public.outbox as mail (invitation_id, kind, recipient) values (invited, 'invitation', address)
  on conflict (invitation_id) do update set state = 'queued', attempts = 0, next_attempt_at = now(), last_error = null;
  return invited;
end
$$;

create or replace function private.revoke_invitation(invitation uuid) returns void
language sql security definer set search_path = '' as $$
  select private.require(private.is_admin(), 'Only administrators can manage people');
  delete from private.invitations where id = invitation
$$;

create or replace function private.save_account(name text, telephone text, signature text) returns void
language plpgsql security definer set search_path = '' as $$
#variable_conflict use_variable
begin
  perform private.require(private.is_staff(), 'Only administrators and sales have account details');
  update public.profiles as profile set
    name = nullif(private.trimmed(name), ''), telephone = nullif(private.trimmed(telephone), ''),
    signature = nullif(private.trimmed(signature), '')
  where profile.id = auth.uid();
end
$$;

create or replace function private.end_session(session uuid) returns void
language sql security definer set search_path = '' as $$
  select private.require(private.is_staff(), 'Only administrators and sales can end single sessions');
  delete from auth.sessions where id = session and user_id = auth.uid()
$$;

create or replace function private.remove_second_factor(person uuid) returns void
language plpgsql security definer set search_path = '' as $$
begin
  perform private.require(private.is_admin(), 'Only administrators can manage people');
  perform private.require(person is distinct from auth.uid(), 'Only another administrator can remove your second factor', '22023');
  delete from auth.mfa_factors using public.profiles
  where user_id = person and profiles.id = person and (is_admin or is_sales);
  if found then
    delete from auth.sessions where user_id = person;
    insert into public.record_history (entity, record_id, actor_id, kind, before)
    values ('profiles', person, auth.uid(), 'changed', '{"has_second_factor": true}');
    insert into public.outbox (kind, recipient) select 'factor_removed', email from auth.users where id = person;
  end if;
end
$$;

-- Runs after normalize_texts. A telephone number is pasted as it is written, with spaces and dashes.
create or replace function private.normalize_site_settings() returns trigger
language plpgsql set search_path = '' as $$
begin
  new.colour_primary := lower(new.colour_primary);
  new.colour_accent := lower(new.colour_accent);
  new.whatsapp_number := nullif(regexp_replace(new.whatsapp_number, '[-[:space:]()./]', '', 'g'), '');
  new.notice_emails := nullif(
    array(
      select private.trimmed(address) from unnest(new.notice_emails) with ordinality as input (address, position)
      where private.trimmed(address) <> '' order by position
    ), '{}'
  );
  new.hero_image_url := private.without_own_host(new.hero_image_url);
  if new.hero_image_url is null then
    new.hero_image_alt := null;
  end if;
  -- The form may be older than the sweep that removed an image. The home page shows two of its sizes.
  if tg_op = 'INSERT' or new.hero_image_url is distinct from old.hero_image_url then
    if private.is_product_image_path(new.hero_image_url) and exists (
      select from unnest(array['', '-480', '-960']) as size
      where not exists (
        select from storage.objects
        where bucket_id = 'product-images'
          and name = regexp_replace(private.stored_image_name(new.hero_image_url), '(\.[a-z]+)$', size || '\1', 'i')
      )
    ) then
      raise exception 'The picture has been removed in the meantime: choose it again'
        using errcode = '23514', detail = 'It violates the constraint "site_settings_hero_image_url_stored".';
    end if;
  end if;
  new.terms_changed_on := case
    when new.terms is null then null
    when tg_op = 'UPDATE' and new.terms is not distinct from old.terms then old.terms_changed_on
    else (now() at time zone 'Asia/Kolkata')::date
  end;
  return new;
end
$$;

-- The columns of a product that a form or an import sends. Ends with a sentence where a field is unknown, an image was removed, or the
-- subcategory is one of another category.
create or replace function private.checked_product(product jsonb) returns public.products
language plpgsql stable set search_path = '' as $$
declare
  wanted public.products;
  unknown text;
  image text;
begin
  perform private.require(jsonb_typeof(product) = 'object', 'A product is an object of its fields', '22023');
  select string_agg(field, ', ' order by field) into unknown
  from jsonb_object_keys(product - array[
    'name', 'image_url', 'image_widths', 'image_colour', 'video_url', 'category_id', 'subcategory_id', 'budget',
    'is_sample', 'is_featured', 'code', 'description', 'image_alt', 'material', 'length_mm', 'width_mm', 'height_mm',
    'capacity_ml', 'weight_g', 'min_quantity', 'lead_days_from', 'lead_days_to', 'packaging', 'care', 'origin', 'is_brand_reminder',
    'pictures', 'colours', 'branding', 'parts', 'terms', 'price_breaks'
  ]) as field;
  perform private.require(unknown is null, 'A product has no such field: ' || unknown, '22023');
  wanted := jsonb_populate_record(
    null::public.products, '{"is_sample": false, "is_featured": false, "is_brand_reminder": false}' || jsonb_strip_nulls(product)
  );
  wanted.image_url := private.without_own_host(private.trimmed(wanted.image_url));
  -- The form may be older than the sweep that removed an image.
  for image in
    select wanted.image_url union all
    select picture ->> 'url' from jsonb_array_elements(case when jsonb_typeof(product -> 'pictures') = 'array' then product -> 'pictures' end) as picture
  loop
    if private.is_product_image_path(image) and not exists (
      select from storage.objects where bucket_id = 'product-images' and name = private.stored_image_name(image)
    ) then
      raise exception 'The picture has been removed in the meantime: choose it again'
        using errcode = '23514', detail = 'It violates the constraint "products_image_url_stored".';
    end if;
  end loop;
  if wanted.subcategory_id is not null and not exists (
    select from public.subcategory_categories as link
    where link.subcategory_id = wanted.subcategory_id and link.category_id = wanted.category_id
  ) then
    raise exception 'The chosen subcategory does not belong to the chosen category' using errcode = '23514';
  end if;
  return wanted;
end
$$;

create or replace function public.order_featured_products(ids uuid[]) returns void
language sql set search_path = '' as $$
  select private.require(private.is_admin(), 'Only administrators can order the featured products');
  select private.require(coalesce(cardinality(ids), 0) <= 1000, 'At most 1000 products are ordered', '22023');
  -- Locked in an order first, so that two administrators wait for each other in turn.
  select from public.products
  where id = any (ids) or (is_sample and is_featured and featured_order is not null) order by id for update;
  update public.products set featured_order = wanted.position
  from (
    select product.id, min(input.position)::integer as position
    from public.products as product
    left join unnest(ids) with ordinality as input (id, position) on input.id = product.id and product.is_featured
    where product.id = any (ids) or (product.is_sample and product.is_featured and product.featured_order is not null)
    group by product.id
  ) as wanted
  where products.id = wanted.id and products.featured_order is distinct from wanted.position
$$;

-- A wrong key, one that is older than 90 days and an unknown id are left out alike, and a key is not renewed.
create or replace function private.shared_products(items jsonb) returns json
language plpgsql stable security definer set search_path = '' as $$
declare
  is_visitor constant boolean := auth.uid() is null;
begin
  perform private.require(
    jsonb_typeof(items) = 'array' and jsonb_array_length(items) <= 50, 'A link can share at most 50 products', '22023'
  );
  return (
    select coalesce(json_agg(
      private.product_details(product.id) || case when is_visitor then jsonb_build_object('key', input.item ->> 'key') else '{}' end
      order by input.position
    ), '[]')
    from jsonb_array_elements(items) with ordinality as input (item, position)
    join public.products as product
      on product.id = (case when input.item ->> 'id' ~ '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$' then input.item ->> 'id' end)::uuid
    where product.is_sample and (not is_visitor or private.is_share_key(product.id, input.item ->> 'key'))
  );
end
$$;

-- The condition on private.product_search that words and filters make, with the patterns of the words as $1 and the facet
-- ids as $2. Each word is in the product's name or one of its codes, or in the name of its category or of one of its tags.
create or replace function private.product_condition(words text, filters jsonb, out condition text, out facet_ids uuid[])
language plpgsql stable set search_path = '' as $$
declare
  word record;
  named uuid[];
  filter record;
begin
  condition := 'true';
  facet_ids := '{}';
  for word in select pattern, position from unnest(private.word_patterns(words)) with ordinality as input (pattern, position) loop
    -- One letter is in most names, and is looked for in products only.
    named := array(
      select id from private.facets
      where section in ('category', 'industry', 'theme', 'doctor_type') and char_length(word.pattern) > 3
        and lower(name) like word.pattern
    );
    condition := condition || format(
      ' and (search_name like $1[%1$s] or codes like $1[%1$s]' || case when named = '{}' then ')' else ' or facet_ids && %2$L)' end,
      word.position, named
    );
  end loop;
  for filter in select key, value from jsonb_each_text(coalesce(filters, '{}')) order by key loop
    if filter.key in ('sample', 'featured') then
      condition := condition || format(' and is_%s = %L', filter.key, filter.value = 'yes');
    elsif filter.key = 'health' and filter.value = 'untagged' then
      facet_ids := facet_ids || array[private.facet_id('industry'), private.facet_id('theme'), private.facet_id('doctor_type')];
    elsif filter.key = 'health' and private.health_condition(filter.value) is not null then
      condition := condition || private.health_condition(filter.value);
    elsif filter.key in ('seen_never_asked', 'asked_never_quoted', 'quoted_declined') and filter.value = 'yes' then
      perform private.require(private.is_admin(), 'Only administrators can see figures');
      condition := condition || format(
        ' and product_id in (select product_id from private.product_counts where %s)', private.counted_products_condition(filter.key)
      );
    elsif filter.value = 'none' and filter.key in (
      'category', 'subcategory', 'budget', 'industry', 'theme', 'doctor_type', 'image', 'video'
    ) then
      facet_ids := facet_ids || private.facet_id(filter.key);
    elsif filter.key = 'budget' then
      facet_ids := facet_ids || private.facet_id(filter.value);
    elsif filter.key in ('category', 'subcategory', 'industry', 'theme', 'doctor_type') then
      facet_ids := facet_ids || filter.value::uuid;
    else
      raise exception 'Products have no such filter: %', filter.key using errcode = '22023';
    end if;
  end loop;
  if facet_ids <> '{}' then
    condition := condition || ' and facet_ids @> $2';
  end if;
end
$$;

-- Inserts deleted records of one table again, with the category and subcategory that are still there. Ends with a sentence where
-- another record has the code or the name now. Concurrent restores of the same record insert it one after the other.
create or replace function private.restore_rows(entity text, ids uuid[]) returns void
language plpgsql set search_path = '' as $$
declare
  restored integer;
  violated text;
  taken text;
begin
  execute format(
    'insert into public.%1$I select restored.* from public.deleted_records as deleted
     cross join jsonb_populate_record(null::public.%1$I, deleted.record || jsonb_build_object(
       ''category_id'', (select id from public.categories where id = (deleted.record ->> ''category_id'')::uuid),
       ''subcategory_id'', (select id from public.subcategories where id = (deleted.record ->> ''subcategory_id'')::uuid)
     )) as restored where deleted.id = any ($1)',
    entity
  ) using ids;
  get diagnostics restored = row_count;
  perform private.require(restored > 0, 'It can no longer be restored, or it has already been restored', 'PT404');
exception
  when unique_violation then
    get stacked diagnostics violated = constraint_name;
    if violated = 'products_code_unique' and cardinality(ids) > 1 then
      raise exception 'Other products have their codes now: change those first' using errcode = '23505';
    elsif violated = 'products_code_unique' then
      raise exception 'Another product has the code % now: change that one first', (
        select record ->> 'code' from public.deleted_records where id = any (ids)
      ) using errcode = '23505';
    elsif violated = entity || '_name_unique' then
      execute format(
        'select deleted.name from public.deleted_records as deleted join public.%I as present on lower(present.name) = lower(deleted.name)
         where deleted.id = any ($1) order by 1 limit 1',
        entity
      ) into taken using ids;
      raise exception 'There is another one named "%" now: rename that one first', taken using errcode = '23505';
    end if;
    raise exception 'It has already been restored' using errcode = '23505';
end
$$;

-- All of it or nothing. Links whose other end has gone are left out, and restored with it.
create or replace function public.restore_record(record_id uuid) returns jsonb
language plpgsql set search_path = '' as $$
declare
  deleted public.deleted_records;
  ids uuid[] := array[record_id];
begin
  if not private.is_admin() then
    raise exception 'You may not restore records' using errcode = '42501';
  end if;
  select * into deleted from public.deleted_records where id = record_id;
  if deleted.scope <> 'record' then
    -- Concurrent ones wait here.
    delete from public.deleted_records where id = record_id;
  end if;
  perform private.require(found, 'It can no longer be restored, or it has already been restored', 'PT404');
  if deleted.scope = 'edit' then
    return private.undo_bulk_edit(deleted);
  elsif deleted.scope = 'import' then
    return private.undo_import(deleted);
  elsif deleted.scope = 'records' then
    ids := array(
      select id from public.deleted_records where id in (select value::uuid from jsonb_array_elements_text(deleted.record -> 'ids'))
    );
  end if;
  return jsonb_build_object(
    'name', deleted.name, 'products', deleted.products, 'left_out', private.restore_deleted(deleted.entity, ids)
  );
end
$$;

create or replace function private.delete_records(
  entity text, ids uuid[] default null, words text default '', filters jsonb default '{}'
) returns jsonb
language plpgsql security definer set search_path = '' as $$
#variable_conflict use_column
declare
  deleted_ids uuid[];
  product_count integer;
  deletion_id uuid;
begin
  perform private.require(private.is_admin(), 'You may not delete records');
  perform from pg_catalog.pg_trigger
  where tgname = 'store_deleted_record' and tgrelid = to_regclass(format('public.%I', delete_records.entity));
  perform private.require(found, format('There are no such records: %s', delete_records.entity), '22023');
  if delete_records.ids is null then
    perform private.require(delete_records.entity = 'products', 'Only products can be found by search and filters', '22023');
    ids := private.matching_product_ids(words, filters);
  end if;
  perform private.lock_for_bulk_change(delete_records.entity, delete_records.ids);
  execute format(
    'with deleted as (delete from public.%I where id = any ($1) returning id) select array_agg(id order by id) from deleted',
    delete_records.entity
  ) into deleted_ids using delete_records.ids;
  perform private.require(deleted_ids is not null, 'They no longer exist', 'PT404');
  select count(distinct coalesce(link ->> 'product_id', link ->> 'id')) into product_count
  from public.deleted_records as deleted, jsonb_each(deleted.links) as kind, jsonb_array_elements(kind.value) as link
  where delete_records.entity <> 'products' and deleted.id = any (deleted_ids) and link ?| array['product_id', 'id'];
  deletion_id := deleted_ids[1];
  if cardinality(deleted_ids) > 1 then
    -- The latest of them, so that it is listed first.
    insert into public.deleted_records (id, entity, scope, name, record, links, products, deleted_at)
    values (
      gen_random_uuid(), delete_records.entity, 'records', format('%s %s', to_char(cardinality(deleted_ids), 'FM999,999,999'), replace(delete_records.entity, '_', ' ')),
      jsonb_build_object('ids', deleted_ids), '{}', product_count, clock_timestamp()
    )
    returning id into deletion_id;
  end if;
  return jsonb_build_object('deleted', cardinality(deleted_ids), 'products', product_count, 'undo', deletion_id);
end
$$;

-- Refuses what is no change, and locks the records that it names: they are there until the end of the transaction.
create or replace function private.check_bulk_changes(changes jsonb) returns void
language plpgsql set search_path = '' as $$
declare
  named record;
  there integer;
begin
  perform private.require(
    jsonb_typeof(changes) = 'object' and changes <> '{}', 'The changes must be an object with add, remove and set', '22023'
  );
  perform private.require(not exists (
    select from jsonb_each(changes) as action, jsonb_object_keys(action.value) as kind
    where kind <> all (case action.key
      when 'set' then array[
        'category', 'subcategory', 'budget', 'sample', 'featured', 'brand_reminder', 'min_quantity', 'lead_days_from', 'lead_days_to',
        'material', 'origin', 'packaging', 'care', 'supplier', 'hsn', 'gst_rate', 'gst_rate_from'
      ]
      when 'add' then array['industry', 'theme', 'doctor_type', 'branding']
      when 'remove' then array['industry', 'theme', 'doctor_type', 'branding'] else '{}'
    end)
  ), 'Products have no such fields to change', '22023');
  for named in
    select kinds.table_name, array(
      select value::uuid from unnest(array['add', 'remove']) as action, jsonb_array_elements_text(changes #> array[action, kinds.kind]) as value
      union select (changes #>> array['set', kinds.kind])::uuid where changes #>> array['set', kinds.kind] is not null
      order by 1
    ) as ids
    from (values
      ('branding', 'branding_methods'), ('category', 'categories'), ('doctor_type', 'doctor_type_tags'), ('industry', 'industry_tags'),
      ('subcategory', 'subcategories'), ('theme', 'themes')
    ) as kinds (kind, table_name)
  loop
    execute format('select from public.%I where id = any ($1) order by id for key share', named.table_name) using named.ids;
    get diagnostics there = row_count;
    perform private.require(
      there = cardinality(named.ids),
      format('One of the selected %s has been deleted in the meantime: choose again', replace(named.table_name, '_', ' ')), '23503'
    );
  end loop;
  perform private.require(changes #>> '{set,subcategory}' is null or exists (
    select from public.subcategory_categories as link
    where link.subcategory_id = (changes #>> '{set,subcategory}')::uuid and link.category_id = (changes #>> '{set,category}')::uuid
  ), 'The chosen subcategory does not belong to the chosen category', '23514');
end
$$;

-- The field of a row that a constraint refuses, with a sentence for the person: that of the error, if it has one.
create or replace function private.refused_field(refused text, sentence text) returns jsonb
language sql immutable set search_path = '' as $$
  select jsonb_build_object(
    coalesce(
      substring(refused from '^(?:products|product_terms)_(.*)_[a-z]+$'), substring(refused from '^product_(pictures|colours|parts|price_breaks)_'),
      case when sentence like 'The picture%' then 'image_url' else 'name' end
    ),
    coalesce(sentence, case
      when refused like '%code_unique' then 'Another product has this code'
      when refused ~ '^product_(colours|price_breaks)_.*(unique|pkey)$' then 'The same entry appears twice'
      when refused = 'products_lead_days_to_order' then 'The longest lead time must not be less than the shortest'
      when refused like '%\_range' then 'This is too small or too large'
      when refused like '%\_length' then 'This is too long'
      when refused = 'product_terms_hsn_form' then 'HSN must have 4, 6 or 8 digits'
      when refused like '%hex_form' then 'Write a colour like #b3402e'
    end, 'This was not accepted')
  )
$$;

-- Makes a lead a part of another one, which stands for it in lists; or no longer, without one.
create or replace function private.merge_lead(lead uuid, target uuid) returns void
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

-- Values: state (new, in_progress, quoted, won, lost, spam); assigned (the id of one of administrators(), or null); due (a day, or
-- null); note (a text); answered (email, whatsapp); merged (the id of the lead that stands for it, or null); undone (the number of
-- an answer, a state, an assignment or a merge); link (ended, or renewed, which mails the buyer another one).
create or replace function private.handle_lead(lead uuid, kind text, value text default null) returns bigint
language plpgsql security definer set search_path = '' as $$
declare
  current public.lead_handling;
  input text := nullif(private.trimmed(value), '');
  assignee record;
  is_change boolean := true;
  stored bigint;
begin
  perform private.require(private.is_staff(), 'Only administrators and sales handle leads');
  -- Callers that handle the same lead wait for each other, and no others do.
  select * into current from public.lead_handling as handling where handling.lead_id = lead for update;
  if not found then
    perform private.refuse_change(null, null, 'lead');
  end if;
  perform private.require(
    kind not in ('due', 'note', 'answered', 'link') or exists (select from public.leads where id = lead and erased_at is null),
    'The details of this inquiry were erased', '22023'
  );

  case kind
    when 'opened' then
      input := null;
      is_change := current.state = 'new';
    when 'state' then
      perform private.require(
        input in ('new', 'in_progress', 'quoted', 'won', 'lost', 'spam'), 'A lead has no such state', '22023'
      );
      is_change := input <> current.state;
    when 'assigned' then
      select users.id, users.email into assignee
      from auth.users join public.profiles on profiles.id = users.id
      where users.id = input::uuid and (profiles.is_admin or profiles.is_sales);
      perform private.require(
        input is null or assignee.id is not null, 'Leads are assigned to administrators and sales', '22023'
      );
      is_change := assignee.id is distinct from current.assigned_to;
      update public.lead_handling as handling set assigned_to = assignee.id, assigned_email = assignee.email where handling.lead_id = lead;
      input := assignee.email;
    when 'due' then
      perform private.require(
        input::date between '2000-01-01' and '2999-12-31' is not false, 'This date is out of range', '22023'
      );
      is_change := input::date is distinct from current.due_on;
      input := input::date::text;
    when 'note' then
      perform private.require(input is not null, 'A note needs a text', '22023');
    when 'answered' then
      perform private.require(input in ('email', 'whatsapp'), 'Leads are answered by email or whatsapp', '22023');
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

  insert into public.lead_events as event (lead_id, actor_id, actor_email, kind, value)
  values (lead, auth.uid(), coalesce((select email from auth.users where id = auth.uid()), ''), kind, input)
  returning event.number into stored;
  perform private.derive_handling(lead);
  if kind = 'link' and input = 'renewed' then
    insert into public.outbox (lead_id, kind, recipient, event_number)
    select id, 'acknowledgement', email, stored from public.leads where id = lead;
  end if;
  return stored;
end
$$;

-- All or nothing, one lead after the other in the order of their ids, so that two who choose the same ones do not block each other.
create or replace function private.handle_leads(
  kind text, value text default null, ids uuid[] default null, words text default '', since timestamptz default null,
  before timestamptz default null, filters jsonb default '{}'
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
    execute 'select array_agg(handling.lead_id) from ' || matching.source || ' where ' || matching.condition
    into ids using private.word_patterns(words), since, before;
  end if;
  for lead, input in
    select listed.id, value from unnest(ids) as listed (id) where undone is null
    union
    select event.lead_id, event.number::text from public.lead_events as event
    where event.number = any (undone) and event.actor_id = auth.uid() and event.kind in ('state', 'assigned')
    order by 1
  loop
    stored := private.handle_lead(lead, kind, input);
    numbers := case when stored is null then numbers else numbers || stored end;
  end loop;
  return jsonb_build_object('changed', cardinality(numbers), 'undo', nullif(array_to_string(numbers, ','), ''));
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
    union all select id from private.own_inquiries() where private.lead_reference(id) = upper(token)
  )
  order by lead.created_at desc limit 1;
  perform private.require(linked.id is not null, 'This link does not open an inquiry. It may have ended or been cut off.', 'PT404');
  return linked;
end
$$;

-- The same addition again, after a lost answer, is not stored twice. Lines of names alone become lines that others can follow.
create or replace function private.add_to_inquiry(token text, items jsonb, message text default null) returns void
language plpgsql security definer set search_path = '' as $$
declare
  lead constant public.leads := private.linked_inquiry(token);
  names text[];
  lines jsonb;
  added text;
begin
  select * into names, lines from private.lines_of(items);
  perform private.require(cardinality(names) > 0, 'Choose a product first', '22023');
  perform private.require(
    cardinality(names) + coalesce(cardinality(lead.selected_products), 0) <= 1000, 'An inquiry has at most 1000 products', '22023'
  );
  perform from public.lead_handling where lead_id = lead.id and state <> 'withdrawn' for update;
  perform private.require(found and lead.erased_at is null, 'This inquiry was withdrawn: please send a new one.', '22023');
  select left(concat_ws(E'\n', string_agg(
    concat_ws(' × ', line ->> 2, line ->> 1) || coalesce((
      select ' in ' || string_agg((colour ->> 'name') || coalesce(' (' || (colour ->> 'quantity') || ')', ''), ' and ')
      from jsonb_array_elements(nullif(line -> 4, 'null')) as colour
    ), '') || coalesce(' (' || (line ->> 3) || ')', ''), ', ' order by position
  ), nullif(private.trimmed(add_to_inquiry.message), '')), 5000)
  into added from jsonb_array_elements(lines) with ordinality as listed (line, position);
  perform from public.lead_events
  where lead_id = lead.id and kind = 'added' and value = added and created_at > now() - interval '10 minutes';
  if found then
    return;
  end if;
  perform from public.lead_events where lead_id = lead.id and kind = 'added' and created_at > now() - interval '1 day' offset 19;
  perform private.require(not found, 'Too much was added to this inquiry today. Please write to us.', '22023');

  perform private.add_lines(lead.id, (
    select jsonb_agg(jsonb_build_array(null, name, null, null) order by position)
    from unnest(lead.selected_products) with ordinality as listed (name, position)
    where not exists (select from public.lead_items where lead_id = lead.id)
  ));
  perform private.add_lines(lead.id, lines);
  update public.leads set selected_products = coalesce(selected_products, '{}') || names where id = lead.id;
  perform private.record_buyer_event(lead, 'added', added);
end
$$;

-- What is stored of content that staff give: with every field and no others. A GSTIN decides the state of the buyer. Amounts stay
-- within what a number of JavaScript holds exactly.
create or replace function private.cleaned_quotation(content jsonb) returns jsonb
language plpgsql immutable set search_path = '' as $$
declare
  buyer jsonb := private.cleaned_record(content -> 'buyer', '{
    "name": ["Name", "words", 200], "company": ["Company", "words", 200], "email": ["E-mail", "email", 254], "phone": ["Phone", "words", 50],
    "gstin": ["Buyer''s GSTIN", "gstin"], "billing_address": ["Billing address", "text", 400], "billing_state": ["State of the billing address", "state"],
    "delivery_address": ["Delivery address", "text", 400], "delivery_state": ["State of the delivery address", "state"],
    "is_sez": ["Special economic zone", "truth"], "is_pharmaceutical": ["Pharmaceutical company", "answer"], "place": ["Place of supply", "state"],
    "place_reason": ["Reason for the place of supply", "text", 200], "delivery_city": ["Delivery city", "text", 100],
    "needed_by": ["Needed by", "day"]
  }', 'The buyer: ');
  discount constant jsonb := case when jsonb_typeof(content -> 'discount') = 'object' then jsonb_strip_nulls(private.cleaned_record(
    content -> 'discount', '{"percent": ["Discount in hundredths of a per cent", "whole", 10000], "paise": ["Discount in paise", "whole", 1000000000000000]}'
  )) end;
  lines jsonb;
begin
  if buyer ->> 'gstin' is not null then
    buyer := buyer || jsonb_build_object('billing_state', left(buyer ->> 'gstin', 2));
  end if;
  perform private.require(
    case when jsonb_typeof(content -> 'lines') = 'array' then jsonb_array_length(content -> 'lines') <= 200 end,
    'A quotation has at most 200 lines', '22023'
  );
  perform private.require(
    discount is null or (select count(*) = 1 from jsonb_object_keys(discount)), 'A discount is a percentage or an amount', '22023'
  );
  select coalesce(jsonb_agg(private.cleaned_record(line, '{
    "id": ["Id", "id"], "product_id": ["Product", "id"], "code": ["Code", "text", 100], "name": ["Name", "name", 200],
    "colour": ["Colour", "text", 200], "note": ["Note", "text", 500], "group": ["Group", "text", 60], "option": ["Option", "text", 60],
    "hsn": ["HSN", "hsn"], "gst_rate": ["GST rate in hundredths of a per cent", "whole", 10000], "is_charge": ["Charge", "truth"],
    "image_url": ["Picture", "image"]
  }', format('Line %s: ', position)) || jsonb_build_object('quantities', (
    select jsonb_agg(private.cleaned_record(offer, '{
      "quantity": ["Quantity", "whole", 1000000], "price_paise": ["Price in paise", "whole", 1000000000]
    }', format('Line %s: ', position)) order by ordinality)
    from jsonb_array_elements(case when jsonb_typeof(line -> 'quantities') = 'array' then line -> 'quantities' else '[]' end)
      with ordinality as offered (offer, ordinality)
  )) order by position), '[]')
  into lines from jsonb_array_elements(content -> 'lines') with ordinality as listed (line, position);
  perform private.require(
    not exists (
      select from jsonb_array_elements(lines) as line
      where line ->> 'id' is null or jsonb_typeof(line -> 'quantities') <> 'array' or jsonb_array_length(line -> 'quantities') > 4
        or line @? '$.quantities[*] ? (@.quantity == null || @.quantity < 1)'
    ), 'A line needs an id and one to four quantities of at least 1', '22023'
  );
  perform private.require(
    (select count(distinct line -> 'id') = count(*) from jsonb_array_elements(lines) as line), 'Each line needs its own id', '22023'
  );
  perform private.require(
    1000000000000000 >= (
      select coalesce(sum((offer ->> 'quantity')::numeric * coalesce((offer ->> 'price_paise')::numeric, 0)), 0)
      from jsonb_array_elements(lines) as line cross join jsonb_array_elements(line -> 'quantities') as offer
    ), 'A quotation may amount to at most ten lakh crore rupees', '22023'
  );
  return private.cleaned_record(content, '{"message": ["Message", "text", 2000], "terms": ["Terms", "text", 5000]}', 'The quotation: ')
    || jsonb_build_object('buyer', buyer, 'discount', discount, 'lines', lines);
end
$$;

create or replace function private.save_quotation(quotation uuid, content jsonb, valid_until date, saves integer) returns integer
language plpgsql security definer set search_path = '' as $$
declare
  current constant public.quotations := private.staffs_quotation(quotation);
  draft public.quotation_versions;
begin
  select * into draft from public.quotation_versions as version where version.quotation_id = current.id and version.sent_at is null;
  perform private.require(draft.id is not null, 'This quotation was sent: revise it first', 'PT409');
  perform private.require(draft.saves = save_quotation.saves, 'This quotation has changed since it was opened', 'PT409');
  perform private.require(
    save_quotation.valid_until between '2000-01-01' and '2999-12-31', 'Valid until must be a date from 2000 to 2999', '22023'
  );
  update public.quotation_versions as version
  set content = private.cleaned_quotation(save_quotation.content), valid_until = save_quotation.valid_until, saves = version.saves + 1
  where version.id = draft.id;
  return draft.saves + 1;
end
$$;

-- What blocks sending on a day: [{"line": id or null, "field", "problem"}]. A seller who shows no tax needs no rates.
create or replace function private.problems_of_quotation(content jsonb, valid_until date, day date) returns jsonb
language sql stable security definer set search_path = '' as $$
  with rules as (
    select
      place ->> 'tax' as tax, profile.discount_limit, coalesce(profile.min_hsn_digits, 4) as hsn_digits, content -> 'buyer' as buyer,
      private.chosen_figures(content, '{}', seller) as figures
    from private.quotation_seller() as seller
    cross join lateral (select private.place_of_supply(seller, content -> 'buyer') as place) as supply
    left join public.seller_profile as profile on true
  ), line as (
    select item, position, item ->> 'name' || coalesce(' in ' || (item ->> 'colour'), '') as name
    from jsonb_array_elements(content -> 'lines') with ordinality as listed (item, position)
  ), problem as (
    select 0 as position, null as line, 'lines' as field, 'A quotation needs at least one line' as problem where not exists (select from line)
    union all
    select 0, null, 'email', 'The buyer has no e-mail address that can be reached' from rules where not private.is_deliverable(buyer ->> 'email')
    union all
    select 0, null, 'seller', 'The state of the seller is missing: an administrator sets it in Site Settings' from rules where tax is null
    union all
    select position, item ->> 'id', 'price_paise', format('%s has no price', name) from line where item @? '$.quantities[*] ? (@.price_paise == null)'
    union all
    select position, item ->> 'id', 'gst_rate', format('The GST rate of %s is not known', name)
    from line cross join rules where item ->> 'gst_rate' is null and tax is distinct from 'none'
    union all
    select position, item ->> 'id', 'hsn', format('%s needs an HSN of at least %s digits', name, hsn_digits)
    from line cross join rules
    where coalesce(char_length(item ->> 'hsn'), 0) < hsn_digits and item -> 'is_charge' is distinct from 'true' and tax is distinct from 'none'
    union all
    select 1000, null, 'discount', format('A discount above %s %% needs an administrator', discount_limit::real) from rules
    where (figures ->> 'discount')::numeric * 100 > (figures ->> 'amount')::numeric * discount_limit and not private.is_admin()
    union all
    select 1001, null, 'valid_until', 'Valid until is in the past' where valid_until < day
    union all
    select 1002, null, 'place_reason', 'Another place of supply needs a reason' from rules
    where buyer ->> 'place' is not null and buyer ->> 'place_reason' is null
  )
  select coalesce(jsonb_agg(jsonb_build_object('line', line, 'field', field, 'problem', problem) order by position, field), '[]') from problem
$$;

create or replace function private.extend_quotation(quotation uuid, valid_until date) returns void
language plpgsql security definer set search_path = '' as $$
declare
  current constant public.quotations := private.staffs_quotation(quotation, '{sent,change_asked}', 'extended');
  version constant public.quotation_versions := private.sent_version(quotation);
begin
  perform private.require(
    extend_quotation.valid_until between greatest(version.valid_until, private.day_in_india(clock_timestamp())) and '2999-12-31',
    'Extend to a later date that is not in the past', '22023'
  );
  update public.quotation_versions as extended set valid_until = extend_quotation.valid_until where extended.id = version.id;
  -- More time may be the change that was asked for.
  update public.quotations as extended set state = 'sent' where extended.id = current.id;
  perform private.record_quotation_event(current.id, version.id, 'extended', jsonb_build_object(
    'from', version.valid_until, 'until', extend_quotation.valid_until
  ));
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
  update public.quotation_versions set accepted = null where id = version.id;
  update public.quotations set state = 'sent' where id = current.id;
  perform private.record_quotation_event(current.id, version.id, 'reopened', jsonb_build_object(
    'text', private.staffs_text('reason', reason), 'accepted', version.accepted
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
    'text', private.staffs_text('answer', "text"), 'line', line
  ));
end
$$;

-- The link of a token, for those purposes. One that was ended is answered as one that never was.
create or replace function private.quotation_link(token text, purposes text[] default '{buyer,approval}') returns public.quotation_links
language plpgsql stable security definer set search_path = '' as $$
declare
  link public.quotation_links;
begin
  select * into link from public.quotation_links where hash = private.link_hash(token) and ended_at is null;
  perform private.require(
    link.id is not null or not exists (select from private.erased_links where hash = private.link_hash(token)),
    'This quotation was deleted with the details of its buyer.', 'PT404'
  );
  perform private.require(link.id is not null, 'This link does not open a quotation. It may have ended or been cut off.', 'PT404');
  perform private.require(
    link.purpose = any (purposes),
    case link.purpose when 'approval' then 'This link is for an approval only.' else 'Only the colleague who was asked can approve.' end
  );
  return link;
end
$$;

-- The version of a link whose quotation nobody else changes until the end of the transaction.
-- Refuses a state in which that is not done, with a sentence that says which.
create or replace function private.locked_version(link public.quotation_links, states text[]) returns public.quotation_versions
language plpgsql security definer set search_path = '' as $$
declare
  version public.quotation_versions;
  state text;
begin
  perform from public.quotations where id = link.quotation_id for update;
  -- A statement of its own sees what the one before has waited for.
  state := private.state_of_link(link);
  select * into version from public.quotation_versions where id = link.version_id;
  perform private.require(state = any (states), case state
    when 'replaced' then 'A later revision has replaced this quotation. Ask for the current one.'
    when 'withdrawn' then 'This quotation was withdrawn.'
    when 'expired' then format('This quotation was valid until %s. Ask for a change, and we can extend it.', to_char(version.valid_until, 'FMDD Mon YYYY'))
    when 'change_asked' then 'A change was requested: a new revision will follow.'
    else format('Already %s by %s', state, coalesce(version.accepted ->> 'name', (
      select actor_name from public.quotation_events where version_id = version.id and kind = state order by number desc limit 1
    ), 'the seller'))
  end, case when state in ('replaced', 'withdrawn') then 'PT410' else 'PT409' end);
  return version;
end
$$;

-- Adds what was done by a link to the history. The same again, after a lost answer, is not stored twice.
create or replace function private.record_by_link(link public.quotation_links, kind text, value jsonb, name text default null) returns void
language plpgsql set search_path = '' as $$
declare
  input constant jsonb := jsonb_strip_nulls(value) || jsonb_build_object('by', case link.purpose when 'buyer' then 'buyer' else 'approver' end);
  actor constant text := coalesce(name, private.name_on_link(link));
begin
  perform from (
    select * from public.quotation_events as event where event.version_id = link.version_id order by event.number desc limit 1
  ) as last where (last.kind, last.value, last.actor_name) = (record_by_link.kind, input, actor) and last.created_at > now() - interval '10 minutes';
  if found then
    return;
  end if;
  perform from public.quotation_events as event
  where event.quotation_id = link.quotation_id and event.value ? 'by' and event.created_at > now() - interval '1 day' offset 99;
  perform private.require(not found, 'There were too many messages here today. Please write to us.', 'PT429');
  perform private.record_quotation_event(link.quotation_id, link.version_id, kind, input, actor);
end
$$;

create or replace function private.accept_quotation(
  token text, choice jsonb, total_paise bigint, name text, designation text, purchase_order text default null, code text default null
) returns void
language plpgsql security definer set search_path = '' as $$
declare
  link constant public.quotation_links := private.quotation_link(token, '{buyer}');
  version constant public.quotation_versions := private.locked_version(link, '{sent}');
  figures constant jsonb := private.figures_of_choice(version, choice);
  headers constant json := nullif(current_setting('request.headers', true), '')::json;
  signer constant text := private.cleaned_text('Your name', name, 200);
begin
  perform private.require(
    (figures ->> 'total')::numeric = total_paise, 'The total on this page is not that of the quotation. Please load it again.', '22023'
  );
  perform private.require(
    not exists (select from public.seller_profile where needs_code) or exists (
      select from public.outbox where version_id = version.id and kind = 'quotation_code' and created_at > now() - interval '1 hour'
        and links @> array[private.acceptance_code_hash(version.id, code)]
    ),
    'This code is wrong or has expired. Request another one.', '22023'
  );
  update public.quotation_versions set accepted = jsonb_build_object(
    'choice', private.checked_choice(version.content, choice), 'figures', figures, 'name', signer,
    'designation', private.cleaned_text('Designation', designation, 200),
    'purchase_order', private.cleaned_text('Purchase order number', purchase_order, 100, false),
    'at', now(), 'address', private.client_address(), 'user_agent', left(headers ->> 'user-agent', 500), 'by', 'buyer'
  ) where id = version.id;
  update public.quotations set state = 'accepted' where id = link.quotation_id;
  perform private.record_by_link(link, 'accepted', '{}', signer);
end
$$;

create or replace function private.ask_colleague(token text, email text, name text default null) returns void
language plpgsql security definer set search_path = '' as $$
declare
  link constant public.quotation_links := private.quotation_link(token, '{buyer}');
  version constant public.quotation_versions := private.locked_version(link, '{sent}');
  colleague constant text := private.cleaned_text('The colleague''s e-mail address', email, 254);
begin
  perform private.require(private.is_deliverable(colleague), 'Write the colleague''s address like name@company.com', '22023');
  perform private.require(
    private.normalized_mailbox(colleague) <> private.normalized_mailbox(version.content #>> '{buyer,email}'),
    'This is your own address: enter a colleague''s.', '22023'
  );
  perform from public.quotation_events where version_id = version.id and kind = 'approval_asked' offset 9;
  perform private.require(not found, 'Ten colleagues have already been asked. Please write to us.', 'PT429');
  perform private.require(
    (select taken is not null from private.take_mail(colleague)), 'This address cannot get more e-mails today. Please try again tomorrow.', 'PT429'
  );
  perform private.record_by_link(link, 'approval_asked', jsonb_build_object(
    'email', colleague, 'name', private.cleaned_text('The name', name, 200, false)
  ));
end
$$;

-- The code is made when the e-mail is sent (claim_mails): 32 random bits for an hour, too many to try. The last one counts.
create or replace function private.send_acceptance_code(token text) returns void
language plpgsql security definer set search_path = '' as $$
declare
  link constant public.quotation_links := private.quotation_link(token, '{buyer}');
  version constant public.quotation_versions := private.locked_version(link, '{sent}');
begin
  if not exists (select from public.seller_profile where needs_code) or exists (
    select from public.outbox where version_id = version.id and kind = 'quotation_code' and created_at > now() - interval '2 minutes'
  ) then
    return;
  end if;
  perform private.require(
    (select taken is not null from private.take_mail(version.content #>> '{buyer,email}')),
    'Your address cannot get more e-mails today. Please write to us.', 'PT429'
  );
  delete from public.outbox where version_id = version.id and kind = 'quotation_code';
  insert into public.outbox (version_id, kind, recipient) values (version.id, 'quotation_code', version.content #>> '{buyer,email}');
end
$$;

create or replace function private.save_privacy_notice(form text, language text, "text" text) returns integer
language plpgsql security definer set search_path = '' as $$
declare
  input text;
  last public.privacy_notices;
begin
  perform private.require(private.is_admin(), 'Only administrators can write notices');
  input := private.cleaned_text('The text', "text", 5000);
  perform pg_advisory_xact_lock(hashtextextended('privacy notice', 0));
  select * into last from public.privacy_notices as notice
  where notice.form = save_privacy_notice.form and notice.language = save_privacy_notice.language order by notice.version desc limit 1;
  if last.text = input then
    return last.version;
  end if;
  insert into public.privacy_notices (form, language, version, text)
  values (save_privacy_notice.form, save_privacy_notice.language, coalesce(last.version, 0) + 1, input);
  return coalesce(last.version, 0) + 1;
end
$$;

create or replace function private.save_retention(kind text, days integer, warns boolean default false) returns void
language plpgsql security definer set search_path = '' as $$
begin
  perform private.require(private.is_admin(), 'Only administrators can change the retention');
  perform private.require(
    save_retention.days between 1 and 36500 is not false, 'Write a number of days between 1 and 36500, or none', '22023'
  );
  update public.retention as retained set days = save_retention.days, warns = coalesce(save_retention.warns, false)
  where retained.kind = save_retention.kind;
  perform private.require(found, 'There is no such kind of data', '22023');
end
$$;

-- "due_now" is how many are older, and "next_on" the day in India on which the next one is, null without one; of the server's files
-- of e-mails neither is known.
create or replace function private.retention_due(of_kind text default null, of_days integer default null) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
begin
  perform private.require(private.is_admin(), 'Only administrators can change the retention');
  return (
    with retained as (
      select kind, coalesce(of_days, days) as days, warns, last_run_at from public.retention where kind = of_kind or of_kind is null
    ), dated as (
      select kind, since from private.settled_leads()
      union all select 'searches', searched_at from public.missed_searches
      union all select 'searches', (day + 1)::timestamp at time zone 'Asia/Kolkata' from public.daily_counts
        where daily_counts.kind in ('searched', 'not_found', 'search_chosen') and key <> ''
      union all select 'logs', at from private.dated_logs() as at
      union all select 'access_log', at from public.access_log
    ), counted as (
      select
        retained.kind, count(since) filter (where since < now() - make_interval(days => days)) as due_now,
        private.day_in_india(case when min(since) is not null then greatest(now(), min(since) + make_interval(days => days)) end) as next_on
      from retained left join dated using (kind) group by retained.kind, days
    )
    select jsonb_agg(jsonb_build_object(
      'kind', kind, 'days', days, 'warns', warns, 'due_now', case when kind <> 'mail_files' then due_now end,
      'next_on', case when days is not null and kind <> 'mail_files' then next_on end, 'last_run_at', last_run_at
    ) order by array_position(array['unanswered', 'lost', 'won', 'searches', 'logs', 'mail_files', 'access_log'], kind))
    from retained join counted using (kind)
  );
end
$$;

create or replace function private.record_access(action text, leads uuid[]) returns void
language plpgsql security definer set search_path = '' as $$
begin
  perform private.require(private.is_staff(), 'Only administrators and sales can read leads');
  perform private.require(action in ('opened', 'exported', 'copied'), 'The access log has no such action', '22023');
  perform private.log_access(action, leads, (select email::text from auth.users where id = auth.uid()));
end
$$;

-- Erases a person, or only counts: {"leads", "quotations", "kept": legal copies of accepted quotations, ...}, by the lists of data_of.
-- What a person did for the seller stays with the seller, so no one is erased who may use the back office.
create or replace function private.erase_address(address text, dry_run boolean, actor text) returns jsonb
language plpgsql set search_path = '' as $$
declare
  accounts constant uuid[] := array(select id from auth.users where lower(email) = lower(address));
  leads constant uuid[] := array(select private.leads_of(address));
  quotation_ids constant uuid[] := array(select private.quotations_of(address));
  counts constant jsonb := (
    select jsonb_object_agg(key, jsonb_array_length(value)) from jsonb_each(private.data_of(address)) where jsonb_typeof(value) = 'array'
  ) || jsonb_build_object('kept', (
    select count(*) from public.quotations where id = any (quotation_ids) and (erase_on is not null or exists (
      select from public.quotation_versions, public.seller_profile
      where quotation_id = quotations.id and accepted is not null and kept_years is not null
    ))
  ));
  statement text;
begin
  perform private.require(
    not exists (select from public.profiles where id = any (accounts) and (is_admin or is_sales)),
    'This address has access to the back office: revoke it first, on the People screen.', '22023'
  );
  if dry_run then
    return counts;
  end if;
  perform private.log_access('erased', leads, actor);
  insert into private.erased_addresses (hash) values (private.keyed_hash(lower(address))) on conflict (hash) do update set at = excluded.at;
  perform private.erase_leads(leads);
  perform private.erase_quotations(quotation_ids);
  delete from public.quotation_links where lower(email) = lower(address);
  delete from public.quotation_events where lower(value ->> 'email') = lower(address);
  insert into private.erased_links (hash, counts)
  select unnest(links), counts from public.outbox where kind = 'data_link' and lower(recipient) = lower(address)
  on conflict (hash) do nothing;
  delete from public.outbox where lower(recipient) = lower(address);
  update public.lead_events set actor_email = 'erased', actor_id = null where lower(actor_email) = lower(address);
  update public.lead_events set value = 'erased' where kind = 'assigned' and lower(value) = lower(address);
  update public.lead_handling set assigned_email = 'erased' where lower(assigned_email) = lower(address);
  update public.privacy_requests set
    email = 'erased', text = null, answer = null, state = case state when 'open' then 'done' else state end, closed_at = coalesce(closed_at, now())
  where lower(email) = lower(address);
  delete from public.list_views where strpos(lower(settings::text), lower(address)) > 0;
  -- Auth's tables are its own: one that is missing or may not be changed is purged by age.
  foreach statement in array array[
    'delete from auth.audit_log_entries where lower(payload ->> ''actor_username'') = lower($1)',
    'delete from auth.flow_state where user_id = any ($2)'
  ] loop
    begin
      execute statement using address, accounts;
    exception
      when undefined_table or undefined_column or insufficient_privilege then null;
    end;
  end loop;
  delete from auth.users where id = any (accounts);
  delete from private.invitations where lower(address) in (lower(email), lower(invited_by));
  delete from private.sent_leads where email = lower(address);
  delete from private.sent_mails where mailbox = private.normalized_mailbox(address);
  perform private.file_privacy_request('erasure', 'erased', null, true);
  return counts;
end
$$;

-- The address that a link was mailed to.
create or replace function private.address_of_link(token text) returns text
language plpgsql stable set search_path = '' as $$
declare
  address constant text := (
    select recipient from public.outbox
    where kind = 'data_link' and links @> array[private.link_hash(token)] and created_at > now() - interval '48 hours'
  );
begin
  perform private.require(
    not exists (select from private.erased_links where hash = private.link_hash(token)), 'Everything that we stored about your address is deleted.', 'PT409'
  );
  perform private.require(address is not null, 'This link has ended: it works for 48 hours. Ask for a new one.', 'PT404');
  return address;
end
$$;

create or replace function private.ask_about_my_data(token text, kind text, "text" text) returns void
language plpgsql security definer set search_path = '' as $$
declare
  address constant text := private.address_of_link(token);
begin
  perform private.require(kind in ('correction', 'grievance', 'nomination'), 'Choose a kind of request', '22023');
  perform from public.privacy_requests as request
  where lower(request.email) = lower(address) and request.created_at > now() - interval '1 day' offset 9;
  perform private.require(not found, 'There were too many requests for this address today. Please write to us.', 'PT429');
  perform private.file_privacy_request(kind, address, private.cleaned_text('The text', "text", 2000));
end
$$;

create or replace function private.person_data(email text) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
begin
  perform private.require(private.is_admin(), 'Only administrators can read the data of a person');
  return private.data_of(private.trimmed(person_data.email));
end
$$;

create or replace function private.erase_person(email text, dry_run boolean default false) returns jsonb
language plpgsql security definer set search_path = '' as $$
begin
  perform private.require(private.is_admin(), 'Only administrators can erase the data of a person');
  return private.erase_address(
    private.trimmed(erase_person.email), coalesce(dry_run, true), (select users.email::text from auth.users where users.id = auth.uid())
  );
end
$$;

create or replace function private.open_privacy_request(kind text, email text, "text" text default null) returns uuid
language plpgsql security definer set search_path = '' as $$
begin
  perform private.require(private.is_admin(), 'Only administrators can handle requests');
  perform private.require(
    kind in ('copy', 'erasure', 'correction', 'grievance', 'nomination'), 'Choose a kind of request', '22023'
  );
  return private.file_privacy_request(
    kind, private.cleaned_text('The address', email, 254), private.cleaned_text('The text', "text", 2000, false)
  );
end
$$;

create or replace function private.close_privacy_request(id uuid, state text, answer text default null) returns void
language plpgsql security definer set search_path = '' as $$
begin
  perform private.require(private.is_admin(), 'Only administrators can handle requests');
  perform private.require(close_privacy_request.state in ('done', 'refused'), 'A request is closed as done or refused', '22023');
  update public.privacy_requests as request set
    state = close_privacy_request.state, closed_at = now(), closed_by = (select email from auth.users where users.id = auth.uid()),
    answer = private.cleaned_text('The answer', close_privacy_request.answer, 2000, close_privacy_request.state = 'refused')
  where request.id = close_privacy_request.id and request.state = 'open';
  perform private.require(found, 'This request is already closed', 'PT409');
end
$$;

-- Of the access log: the persons whose leads were read in that time.
create or replace function private.affected_people(since timestamptz, until timestamptz, tables text[]) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
begin
  perform private.require(private.is_admin(), 'Only administrators can look up affected people');
  perform private.require(
    tables <@ '{leads,accounts,quotations,outbox,access_log}' and cardinality(tables) > 0, 'Choose among the tables', '22023'
  );
  return (
    with touched as (
      select 'leads' as source, email, name, created_at as at from public.leads where erased_at is null
      union all select 'accounts', users.email, profile.name, users.created_at from auth.users left join public.profiles as profile using (id)
      union all select 'quotations', content #>> '{buyer,email}', content #>> '{buyer,name}', coalesce(sent_at, quotation.created_at)
        from public.quotation_versions join public.quotations as quotation on quotation.id = quotation_id
      union all select 'outbox', recipient, null, created_at from public.outbox
      union all select 'access_log', lead.email, lead.name, log.at
        from public.access_log as log join public.leads as lead on (lead.id = log.lead_id or lead.id = any (log.lead_ids)) and erased_at is null
    ), people as (
      select lower(email) as email, max(name) as name, array_agg(distinct source order by source) as sources, count(*) as rows
      from touched where source = any (tables) and at >= since and at < until and email is not null group by lower(email)
    )
    select coalesce(jsonb_agg(jsonb_build_object('email', email, 'name', name, 'tables', sources, 'rows', rows) order by email), '[]') from people
  );
end
$$;

-- Runs with its owner's rights, since no role of the API writes e-mails. A reply whose attachments are deleted is not sent
-- without them.
create or replace function private.retry_mail(mail_id uuid) returns void
language plpgsql security definer set search_path = '' as $$
begin
  perform private.require(private.is_staff(), 'Only administrators and sales can resend e-mails');
  perform private.require(
    not exists (
      select from public.outbox as mail join public.lead_replies as reply using (event_number)
      where mail.id = mail_id and mail.state <> 'sent' and attachments <> '[]' and files is null
    ),
    'Its attachments were deleted after 7 days: write the reply again', 'PT409'
  );
  -- One that is being sent has no error.
  update public.outbox set state = 'queued', attempts = 0, next_attempt_at = now()
  where id = mail_id and (lead_id is not null or version_id is not null) and state <> 'sent' and last_error is not null;
end
$$;

-- At most 60 an hour for each person: what a stolen session could send. The e-mail is rendered from the reply when it is sent.
-- Attachments are [{"name", "content": base64}], at most three PDF, PNG, JPEG, XLSX or DOCX files of 5 MB together.
create or replace function private.reply_to_lead(lead uuid, reply uuid, subject text, "text" text, attachments jsonb default '[]') returns bigint
language plpgsql security definer set search_path = '' as $$
declare
  heading constant text := private.cleaned_text('The subject', subject, 200);
  body constant text := private.cleaned_text('The text', "text", 10000);
  contents bytea[];
  names jsonb;
  stored bigint;
begin
  perform private.require(private.is_staff(), 'Only administrators and sales handle leads');
  perform private.require(heading !~ '[[:cntrl:]]', 'The subject must be one line', '22023');
  perform private.require(reply is not null, 'A reply needs an id', '22023');
  -- Replies of one person wait for each other, and so does a reply that is sent again.
  perform pg_advisory_xact_lock(hashtextextended('replies of ' || auth.uid(), 0));
  select event_number into stored from public.lead_replies as sent where sent.reply = reply_to_lead.reply;
  if found then
    return stored;
  end if;
  perform private.require(private.delivers_mail(), 'This site sends no e-mails: answer in your mail program', 'PT409');
  perform private.require(60 > (
    select count(*) from public.lead_replies as sent join public.lead_events on number = event_number
    where actor_id = auth.uid() and sent.created_at > now() - interval '1 hour'
  ), 'You have sent 60 replies within an hour: wait a little, or use your mail program', 'PT429');
  perform private.require(
    jsonb_typeof(attachments) = 'array' and jsonb_array_length(attachments) <= 3, 'A reply may have at most three attachments', '22023'
  );
  select array_agg(content order by position), jsonb_agg(jsonb_build_object('name', name, 'size', length(content)) order by position)
  into contents, names
  from jsonb_array_elements(attachments) with ordinality as listed (file, position)
  cross join lateral (select private.trimmed(file ->> 'name') as name, decode(file ->> 'content', 'base64') as content) as attached;
  perform private.require(
    (select bool_and(coalesce(private.is_attachment(attached.name, attached.content), false)) from unnest(
      array(select file ->> 'name' from jsonb_array_elements(names) as file), contents
    ) as attached (name, content)) is not false,
    'Attachments must be PDF, PNG, JPEG, XLSX or DOCX files', '22023'
  );
  perform private.require(
    coalesce((select sum((file ->> 'size')::integer) from jsonb_array_elements(names) as file), 0) <= 5 * 1024 * 1024,
    'Attachments may have at most 5 MB together', '22023'
  );
  stored := private.handle_lead(lead, 'answered', 'email');
  insert into public.lead_replies (event_number, reply, subject, text, attachments, files)
  values (stored, reply, heading, body, coalesce(names, '[]'), contents);
  insert into public.outbox (lead_id, kind, recipient, event_number) select id, 'reply', email, stored from public.leads where id = lead;
  return stored;
end
$$;
-- Written until here.
