-- parts of a deleted record
select set_config('lock_timeout', '5s', true);

-- Written by npm run migration from supabase/schemas.
-- Puts back the latest part of a whole, and all of one that was not made in parts: the records before what was taken from products in
-- their deletion. Returns how many links or products were left out.
create or replace function private.restore_whole(whole public.deleted_records) returns integer
language plpgsql set search_path = '' as $$
declare
  part public.deleted_records;
  ids uuid[];
  is_there boolean;
  left_out integer;
begin
  if whole.scope = 'records' then
    ids := array(
      select id from public.deleted_records where part_of = whole.id and not record ? 'taken_from'
      order by deleted_at desc, id limit (whole.record ->> 'most')::integer
    );
    if ids <> '{}' then
      return private.restore_deleted(whole.entity, ids);
    end if;
  end if;
  select * into part from public.deleted_records where part_of = whole.id order by deleted_at desc, id limit 1;
  if whole.scope = 'records' then
    -- Of a record that was deleted meanwhile it goes back with that record.
    execute format('select exists (select from public.%I where id = $1)', whole.entity) into is_there using (part.record ->> 'taken_from')::uuid;
    left_out := case when is_there
      then private.restore_links(whole.entity, array[part.id]) + private.restore_product_categories(array[part.id]) else part.products end;
    perform private.finish_restoring(array[part.id]);
    return left_out;
  end if;
  if part.id is null then
    part := whole;
  end if;
  delete from public.deleted_records where id = part.id;
  return part.products - cardinality(private.put_back(part.record -> 'products'));
end
$$;
-- Written until here.
